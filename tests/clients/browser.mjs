// The page of `report --html` in Chromium: by mouse and keyboard, on a phone, in the dark, and what axe-core finds.
// SPDX-License-Identifier: MIT
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] });
let passed = 1, failed = 0; // with schemas.mjs
function check(name, holds, more = '') {
  if (holds) passed++;
  else { failed++; console.error(`FAIL: ${name} ${more}`); }
}

// A page that minds errors, and requests for anything but itself.
async function open(file, width = 1280, colorScheme = 'light') {
  const page = await browser.newPage({ viewport: { width, height: 820 }, colorScheme, bypassCSP: true });
  const said = [];
  page.on('pageerror', e => said.push(String(e)));
  page.on('dialog', d => { said.push('a dialog'); d.dismiss(); });
  page.on('request', r => { if (!/^data:/.test(r.url()) && !r.url().endsWith(file)) said.push(r.url()); });
  await page.addInitScript(() => {
    window.shown = location.href;
    addEventListener('hashchange', () => setTimeout(() => { window.shown = location.href; })); // after the page's own
    const replace = history.replaceState; // which has no event
    history.replaceState = (...all) => { replace.apply(history, all); window.shown = location.href; };
  });
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => document.documentElement.dataset.took);
  page.said = said;
  return page;
}
const text = (page, selector) => page.locator(selector).innerText();
async function settled(page) { // it shows what its address says
  await page.waitForFunction(() => window.shown === location.href);
  await page.evaluate(() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))));
}
async function go(page, hash) {
  await page.evaluate(h => { location.hash = h; }, hash);
  await settled(page);
}

// How a person gets from the map to the wrong lane.
{
  const page = await open('large.html'), took = await page.evaluate(() => +document.documentElement.dataset.took);
  check('it opens at once', took < 2000, `${took} ms`);
  check('the totals', /^300 kernels on 220 rows: [\d,]+ of 66,000 results checked\./.test(await text(page, '#totals')), await text(page, '#totals'));
  check('the conclusion', /^FAIL \d+ kernels on \d+ of 220 rows: /.test(await text(page, '#verdict')), await text(page, '#verdict'));
  check('rows by outcome', (await text(page, '#counts')).includes('11 rows: skip'), await text(page, '#counts'));

  // From the failed kernel to the lane: it opens on what failed, and a click leads there.
  check('it opens on what failed', await text(page, 'h2 >> nth=0') === 'What failed');
  check('by check and by where it passes', /^value lanes are lost; fails on /.test(await text(page, '.cause h3 >> nth=0')), await text(page, '.cause h3 >> nth=0'));
  check('then the map', await page.locator('.cause ~ #scroll, div:has(> .cause) ~ #scroll').count() === 1);
  const groups = await page.evaluate(() => [data.bugs.length, data.findings.length]);
  check('a bug once', groups[0] * 2 < groups[1], groups.join());
  await page.locator('.bug > a').first().click();
  await page.waitForFunction(() => location.hash.startsWith('#finding/'));
  await settled(page);
  check('the wrong lane', (await text(page, '.lanes li.own')).replace(/\s+/g, ' ') === '3 × this one', await text(page, '.lanes'));
  check('its value and what is expected', (await text(page, '#vector tr.x >> nth=1')).replace(/\s+/g, ' ') === '3 × 0x7fc00000 = NaN 0xc0490fdb = -3.14159274', await text(page, '#vector'));
  check('what is wrong with it', /\nwhich\s+odd lanes\s+differs\s+lanes are lost\s+calls\s+7 of 9 calls fail/.test(await text(page, '#page')), await text(page, '#page'));
  check('where nothing died, the source line is marked', await page.locator('#code mark').count() === 1 && /^kernels\/kernel\.c:5: /.test(await text(page, '#code mark')));
  await page.goBack();
  await settled(page);
  const found = await page.locator('.bug button[aria-expanded]').first();
  await found.click();
  check('all its findings', await page.locator('.bug .item').count() >= 2 && await found.getAttribute('aria-expanded') === 'true');
  await found.click();
  check('and none again', await page.locator('.bug .item').count() === 0);
  await page.click('nav a >> nth=1');
  await settled(page);
  await page.keyboard.press('n');
  await settled(page);
  check('n needs no focus', await page.evaluate(() => document.activeElement.id === 'scroll') && /fail/.test(await text(page, '#said')), await text(page, '#said'));
  await page.evaluate(() => moveTo(0, 0));
  await page.focus('#scroll');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await settled(page);
  check('arrows move', /on aarch64-cpu4-/.test(await text(page, '#said')), await text(page, '#said'));
  await page.keyboard.press('n');
  check('n goes to a failure', /fail/.test(await text(page, '#said')), await text(page, '#said'));
  const there = await text(page, '#said');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.startsWith('#cell/'));
  await settled(page);
  await page.locator('.item a').first().click();
  await page.waitForFunction(() => location.hash.startsWith('#finding/'));
  await settled(page);
  check('values', (await text(page, '#page')).includes('0xc0490fdb = -3.14159274 (f32)'), await text(page, '#page'));
  check('where it passes', /\nrows\s+fails /.test(await text(page, '#page')), await text(page, '#page'));
  check('not a number', (await text(page, '#page')).includes('0x7fc00000 = NaN (f32)'));
  const lanes = (await page.locator('.lanes li.x').allInnerTexts()).map(t => t.replace(/\s+/g, ' ')).join();
  check('wrong lanes', lanes === '1 ×,3 × this one', lanes);
  check('its vector instructions', await page.locator('#code .vector').count() === 15, await page.locator('#code .vector').count());
  check('the command', (await text(page, 'pre[aria-label=Command]')).includes("./crosslane run --row 'x' --seed 1"));
  await page.reload();
  check('its address is its own', (await text(page, 'h2')).startsWith('kernel_'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => location.hash === '#map' && document.activeElement.id === 'scroll');
  await settled(page);
  await page.goBack();
  await page.goBack();
  await page.waitForFunction(() => location.hash.startsWith('#cell/'));
  await settled(page);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => location.hash === '#map');
  await settled(page);
  check('Escape comes back to the same cell', (await text(page, '#said')).split(':')[0] === there.split(':')[0], await text(page, '#said'));
  check('nothing went wrong', !page.said.length, page.said.join());

  // What it died of, and its errors over the input.
  const [died, withErrors] = await page.evaluate(() => [data.findings.find(f => f.pc).key, data.cells.findIndex(c => Object.keys(c.e).length)]);
  await go(page, `#finding/${died.map(encodeURIComponent).join('/')}`);
  check('what it died of', /^ {2}10a8 vadd/.test(await page.locator('#code mark').textContent()), await page.locator('#code mark').textContent());
  const seen = await page.locator('#code').evaluate(e => { const m = e.querySelector('mark').getBoundingClientRect(), b = e.getBoundingClientRect(); return m.top >= b.top && m.bottom <= b.bottom; });
  check('it is to be seen', seen);
  await page.evaluate(r => { location.hash = hash('cell', rows[r].row, 'kernel_0'); }, withErrors);
  await settled(page);
  check('errors over the input', await page.locator('#errors rect').count() === 54, await page.locator('#errors rect').count());
  check('the contract', await page.locator('#errors .bound').count() === 1);
  const few = await page.evaluate(() => [...errorsOf({ errors: 'a:f32' + ' 0'.repeat(20) + ' 1'.repeat(4) + ' 0'.repeat(40) }, 0)[2].querySelectorAll('rect')].map(r => +r.getAttribute('width')));
  check('a few parts with errors fill the plot', few.length === 4 && few.every(w => w > 140), few.join());
  const gap = await page.evaluate(() => { const e = errorsOf({ errors: 'a:f32' + ' 0'.repeat(20) + ' 1 1' + ' 0.001'.repeat(20) + ' - 1' + ' 0'.repeat(20) }, 0)[2]; return [e.querySelectorAll('rect').length, e.textContent.split('…').length].join(); });
  check('between them is a gap', gap === '3,2', gap);
  await go(page, '#map');

  // By mouse: the first cell of the first row, once to see it and again to open it.
  await page.locator('#scroll').evaluate(e => e.scrollTo(0, 0));
  const box = await page.locator('#scroll').boundingBox(), left = await page.evaluate(() => layout().left);
  const above = await page.evaluate(() => layout().top);
  await page.mouse.move(box.x + left + 6, box.y + above + 6);
  check('what is under the pointer', /^kernel_0 \(arith\) on aarch64-cpu0-/.test(await text(page, '#tip')), await text(page, '#tip'));
  await page.keyboard.press('Escape');
  check('Escape hides it', await page.locator('#tip').isHidden() && await page.evaluate(() => location.hash === '#map'));
  await page.mouse.click(box.x + left + 6, box.y + above + 6);
  if (await page.evaluate(() => location.hash === '#map')) await page.mouse.click(box.x + left + 6, box.y + above + 6);
  await page.waitForFunction(() => /^#cell\/aarch64-cpu0-.*kernel_0$/.test(location.hash));
  await settled(page);
  await go(page, '#map');

  const inGroups = await page.evaluate(() => [shownRows.map(r => rows[r].arch), shownKernels.map(k => kernels[k].family)].map(l => l.filter((v, i) => v !== l[i - 1]).join()));
  check('by architecture and family', inGroups.join(' ') === 'aarch64,riscv64,s390x,x86_64 arith,convert,math,reduce', inGroups.join(' '));

  // The address has filters and view; without them there are none.
  await page.selectOption('#filter-arch', 'riscv64');
  await page.selectOption('#view', 'ulp');
  const there2 = await page.evaluate(() => location.hash);
  check('filters and view are in the address', there2 === '#map?arch=riscv64&view=ulp', there2);
  await page.click('nav a >> nth=2');
  await settled(page);
  check('in the next one, too', await page.evaluate(() => location.hash === '#rows?arch=riscv64&view=ulp'));
  await page.goto('about:blank');
  await page.goto(pathToFileURL('large.html').href + '#map?arch=riscv64&view=ulp&text=alias');
  check('they come back', await page.inputValue('#filter-arch') === 'riscv64' && await page.inputValue('#view') === 'ulp' && (await text(page, '#legend')).includes('ULP'));
  check('a check is found', (await text(page, '#keys')).match(/^\d+/)[0] > 0 && await page.evaluate(() => shownRows.every(r => data.findings.some(f => f.r === r && f.check === 'alias'))));
  await page.goto(pathToFileURL('large.html').href + '#map?arch=nowhere&view=none&size=9999999');
  check('an address that is none', (await text(page, '#keys')).startsWith('220 rows by 300 kernels.') && await page.inputValue('#view') === 'outcome');
  const id = await page.evaluate(() => data.findings[5].id);
  await page.fill('#filter-text', id);
  check('an id is found', (await text(page, '#keys')).startsWith('1 row by 1 kernel.'), await text(page, '#keys'));
  await page.click('nav a >> nth=0');
  await settled(page);
  check('its bug alone', await page.locator('.bug').count() === 1);
  await page.click('#filter-none');
  await go(page, '#map');

  await page.selectOption('#filter-arch', 's390x');
  await page.fill('#filter-text', 'kernel_2');
  check('filters', (await text(page, '#keys')).startsWith('55 rows by 111 kernels.'), await text(page, '#keys'));
  await page.selectOption('#filter-outcome', 'fail');
  await page.click('nav a >> nth=0');
  await settled(page);
  check('filters hold for findings', await page.locator('.bug').count() > 0 && (await page.locator('.bug').allInnerTexts()).every(t => /^kernel_2[^]*on \d+ rows?: s390x/.test(t)));
  await page.click('#filter-none');
  for (const view of ['ulp', 'insns', 'covered', 'outcome']) {
    await go(page, '#map');
    await page.selectOption('#view', view);
    await settled(page);
    const drawn = await page.locator('#canvas').evaluate(c => new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size);
    check(`the view ${view} is drawn`, drawn > 20, drawn);
  }
  check('no element a cell', await page.evaluate(() => document.getElementsByTagName('*').length) < 2000);
  await go(page, '#skips');
  check('skips by reason', (await text(page, '#page')).includes('this CPU has none'));
  await go(page, '#bugs');
  check('known bugs', (await text(page, '#page')).includes('qemu-wrong'));
  await page.close();
}

// Outcomes can be told apart without colour: by lightness.
for (const scheme of ['light', 'dark']) {
  const page = await open('whole.html', 1280, scheme), ratio = await page.evaluate(() => {
    const light = name => [1, 3, 5].map(i => parseInt(colours[name].slice(i, i + 2), 16) / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0.05);
    return [['p', 's'], ['p', 'f'], ['f', 's']].map(([a, b]) => Math.max(light(a) / light(b), light(b) / light(a)));
  });
  check(`pass, fail and skip differ in lightness, ${scheme}`, ratio.every(r => r >= 3), ratio.join());
  await page.close();
}

for (const [file, width, scheme] of [['large.html', 1280, 'dark'], ['against.html', 390, 'light'], ['against.html', 390, 'dark'], ['hostile.html', 1280, 'light'], ['types.html', 390, 'dark']]) {
  const page = await open(file, width, scheme), name = `${file} at ${width}, ${scheme}`;
  await page.addScriptTag({ path: axe });
  const parts = ['map', 'findings', 'finding', 'cell', ...(scheme === 'light' ? ['rows', 'skips', 'bugs', 'changes', 'nothing'] : [])];
  for (const part of parts) {
    if (part === 'finding') {
      await go(page, '#findings');
      if (!await page.locator('.bug > a').count()) continue;
      await page.locator('.bug > a').first().click();
      await settled(page);
    } else if (part === 'cell') {
      await go(page, '#map');
      await page.focus('#scroll');
      await page.keyboard.press('Enter');
      await settled(page);
    } else {
      await go(page, `#${part}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(`${name}: ${part} is no wider than the screen`, wide <= 0, wide);
    const found = await page.evaluate(() => window.axe.run());
    check(`${name}: ${part} by axe-core`, !found.violations.length, JSON.stringify(found.violations.map(v => [v.id, v.nodes[0].html])));
  }
  check(`${name}: nothing went wrong`, !page.said.length, page.said.join());
  await page.close();
}
for (const scheme of ['light', 'dark']) {
  const page = await open('suite.html', 1280, scheme);
  check('a suite opens on its tests and functions', await text(page, 'h2 >> nth=0') === 'Tests and functions', await text(page, 'h2 >> nth=0'));
  const shown = await text(page, '#page');
  check('the hollow test', /Hollow tests \(1\)[\s\S]*quiet: it skipped itself\s+on 1 row: s\/one/.test(shown), shown);
  check('the flaky test', /Flaky tests \(1\)[\s\S]*now_and_then: failed once/.test(shown), shown);
  check('functions by row', /neon: 1 of 2 vector functions executed on no row[\s\S]*dot<float>\s+never\s+taken\s+4 of 4/.test(shown), shown);
  check('it has tests, not kernels', !/kernel/i.test(await text(page, 'body')), await text(page, 'body'));
  await page.addScriptTag({ path: axe });
  const found = await page.evaluate(() => window.axe.run());
  check('a suite by axe-core', !found.violations.length, JSON.stringify(found.violations.map(v => [v.id, v.nodes[0].html])));
  await page.close();
}
{
  const page = await open('against.html');
  await go(page, '#changes');
  check('what broke', /Broke: 1 kernel\s+k on a/.test(await text(page, '#page')), await text(page, '#page'));
  await page.close();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
