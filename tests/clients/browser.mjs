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
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => document.documentElement.dataset.took);
  page.said = said;
  return page;
}
const text = (page, selector) => page.locator(selector).innerText();
const settled = page => page.evaluate(() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))));
async function go(page, hash) {
  await page.evaluate(h => { location.hash = h; }, hash);
  await settled(page);
}

// How a person gets from the map to the wrong lane.
{
  const page = await open('large.html'), took = await page.evaluate(() => +document.documentElement.dataset.took);
  check('it opens at once', took < 2000, `${took} ms`);
  check('the totals', (await text(page, '#totals')).includes('on 220 rows'));
  await page.focus('#scroll');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await settled(page);
  check('arrows move', /on riscv64-cpu1-/.test(await text(page, '#said')), await text(page, '#said'));
  await page.keyboard.press('n');
  check('n goes to a failure', /fail/.test(await text(page, '#said')), await text(page, '#said'));
  const there = await text(page, '#said');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.startsWith('#cell/'));
  await page.locator('.item a').first().click();
  await page.waitForFunction(() => location.hash.startsWith('#finding/'));
  check('values', (await text(page, '#page')).includes('0xc0490fdb = -3.14159274 (f32)'), await text(page, '#page'));
  check('where it passes', /\nrows\s+fails /.test(await text(page, '#page')), await text(page, '#page'));
  check('not a number', (await text(page, '#page')).includes('0x7fc00000 = NaN (f32)'));
  const lanes = (await page.locator('.lanes li.x').allInnerTexts()).map(t => t.replace(/\s+/g, ' ')).join();
  check('wrong lanes', lanes === '1 ×,3 × this one', lanes);
  check('the last vector instruction', /^\* 10e0 vadd/.test(await text(page, '#code mark')), await text(page, '#code mark'));
  const seen = await page.locator('#code').evaluate(e => { const m = e.querySelector('mark').getBoundingClientRect(), b = e.getBoundingClientRect(); return m.top >= b.top && m.bottom <= b.bottom; });
  check('it is to be seen', seen);
  check('the command', (await text(page, 'pre[aria-label=Command]')).includes("./crosslane run --row 'x' --seed 1"));
  await page.reload();
  check('its address is its own', (await text(page, 'h2')).startsWith('kernel_'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => location.hash === '#map' && document.activeElement.id === 'scroll');
  await page.goBack();
  await page.goBack();
  await page.waitForFunction(() => location.hash.startsWith('#cell/'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => location.hash === '#map');
  check('Escape comes back to the same cell', (await text(page, '#said')).split(':')[0] === there.split(':')[0], await text(page, '#said'));
  check('nothing went wrong', !page.said.length, page.said.join());

  // What it died of, and its errors over the input.
  const [died, drawn] = await page.evaluate(() => [data.findings.find(f => f.pc).key, data.cells.findIndex(c => Object.keys(c.e).length)]);
  await go(page, `#finding/${died.map(encodeURIComponent).join('/')}`);
  check('what it died of', /^ {2}10a8 vadd/.test(await page.locator('#code mark').textContent()), await page.locator('#code mark').textContent());
  await page.evaluate(r => { location.hash = hash('cell', rows[r].row, 'kernel_0'); }, drawn);
  await settled(page);
  check('errors over the input', await page.locator('#errors rect').count() === 54, await page.locator('#errors rect').count());
  check('the contract', await page.locator('#errors .bound').count() === 1);
  await go(page, '#map');

  // By mouse: the first cell of the first row, once to see it and again to open it.
  await page.locator('#scroll').evaluate(e => e.scrollTo(0, 0));
  const box = await page.locator('#scroll').boundingBox(), left = await page.evaluate(() => layout().left);
  for (let i = 0; i < 2; i++) await page.mouse.click(box.x + left + 6, box.y + 118 + 6);
  await page.waitForFunction(() => /^#cell\/aarch64-cpu0-.*kernel_0$/.test(location.hash));
  await go(page, '#map');

  await page.selectOption('#filter-arch', 's390x');
  await page.fill('#filter-text', 'kernel_2');
  check('filters', (await text(page, '#keys')).startsWith('55 rows by 111 kernels.'), await text(page, '#keys'));
  await page.selectOption('#filter-outcome', 'fail');
  await go(page, '#findings');
  check('filters hold for findings', (await page.locator('.item a').allInnerTexts()).every(t => /^kernel_2\d* on s390x/.test(t)));
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

for (const [file, width, scheme] of [['large.html', 1280, 'dark'], ['against.html', 390, 'light'], ['against.html', 390, 'dark'], ['hostile.html', 1280, 'light'], ['types.html', 390, 'dark']]) {
  const page = await open(file, width, scheme), name = `${file} at ${width}, ${scheme}`;
  await page.addScriptTag({ path: axe });
  const parts = ['map', 'findings', 'finding', 'cell', ...(scheme === 'light' ? ['rows', 'skips', 'bugs', 'changes', 'nothing'] : [])];
  for (const part of parts) {
    if (part === 'finding') {
      await go(page, '#findings');
      if (!await page.locator('.item a').count()) continue;
      await page.locator('.item a').first().click();
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
{
  const page = await open('against.html');
  await go(page, '#changes');
  check('what broke', /Broke: 1 kernel\s+k on a/.test(await text(page, '#page')), await text(page, '#page'));
  await page.close();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
