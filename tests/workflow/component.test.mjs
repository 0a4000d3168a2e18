// GitLab's component, run by gitlab-ci-local: what it makes of its inputs, with a crosslane that writes down how it was called, and with this one.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { after, describe, test } from 'node:test';
import { resolve } from 'node:path';
import YAML from 'yaml';

if (spawnSync('rsync', ['--version']).status !== 0) {
    console.log('skipped: rsync is not installed, with which gitlab-ci-local runs jobs (apt-get install -y rsync)');
    process.exit(77);
}
const root = resolve('../..');
const component = readFileSync(`${root}/templates/crosslane.yml`, 'utf8');
const [header, body] = YAML.parseAllDocuments(component).map(document => document.toJS());
const work = mkdtempSync(`${tmpdir()}/crosslane-component-`);
after(() => rmSync(work, { recursive: true }));

// As the real one: it writes its files, and the status that it was told.
const standIn = `#!/bin/sh
echo "$@" >>"$STAND_IN/calls"
while [ $# -gt 0 ]; do
    case $1 in
    --json) echo "{\\"summary\\":{\\"not_run\\": $(cat "$STAND_IN/not_run")}}" >"$2" ;;
    --junit) echo '<testsuites/>' >"$2" ;;
    esac
    shift
done
exit "$(cat "$STAND_IN/status")"
`;

let count = 0;

// project(INPUTS, SETTINGS): a project that includes the component; GitLab's paths have no blanks. Runs its job. Returns {status, said,
// calls, directory}.
function project(inputs, { status = 0, notRun = 0, text = component, crosslane = 'stand-in', cache = '' } = {}) {
    const directory = `${work}/${++count}`, bin = `${work}/bin-${count}`;
    mkdirSync(directory);
    mkdirSync(bin);
    for (const dir of ['a', 'b']) mkdirSync(`${directory}/${dir}`);
    writeFileSync(`${directory}/component.yml`, text);
    writeFileSync(`${directory}/.gitlab-ci.yml`, YAML.stringify({ include: [{ local: 'component.yml', inputs }] }));
    writeFileSync(`${bin}/status`, `${status}`);
    writeFileSync(`${bin}/not_run`, `${notRun}`);
    if (crosslane === 'stand-in') {
        writeFileSync(`${bin}/crosslane`, standIn);
        chmodSync(`${bin}/crosslane`, 0o755);
    } else if (crosslane) {
        symlinkSync(crosslane, `${bin}/crosslane`);
    }
    cpSync(`${root}/examples/demo`, `${directory}/demo`, { recursive: true });
    const git = (...words) => assert.equal(spawnSync('git', ['-C', directory, '-c', 'user.name=x', '-c', 'user.email=x@localhost', ...words]).status, 0);
    git('init', '-q', '-b', 'main');
    git('remote', 'add', 'origin', 'https://localhost/x/y.git');
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
    const { http_proxy, https_proxy, CROSSLANE_MIRROR, PATH, HOME } = process.env;
    const set = Object.fromEntries(Object.entries({ http_proxy, https_proxy, CROSSLANE_MIRROR }).filter(([, value]) => value));
    const ran = spawnSync('node', [
        '--import', `${root}/tests/clients/node.mjs`, `${process.env.CROSSLANE_CLIENTS}/node_modules/gitlab-ci-local/dist/index.js`,
        '--home', work, '--force-shell-executor',
    ], { cwd: directory, encoding: 'utf8', env: { ...set, PATH: `${bin}:${PATH}`, HOME, NO_COLOR: '1', STAND_IN: bin, CROSSLANE_CACHE: cache } });
    const calls = existsSync(`${bin}/calls`) ? readFileSync(`${bin}/calls`, 'utf8').trim().split('\n') : [];
    return { status: ran.status, said: ran.stdout + ran.stderr, calls, directory };
}

const image = 'registry.example/crosslane@sha256:0';
const fails = (ran, words) => {
    assert.notEqual(ran.status, 0, ran.said);
    assert.ok(ran.said.includes(words), ran.said);
};

describe('the inputs:', () => {
    test('are those of action.yml, with the same words', () => {
        const action = YAML.parse(readFileSync(`${root}/action.yml`, 'utf8')).inputs;
        for (const [name, input] of Object.entries(action).filter(([name]) => name !== 'artifact')) {
            const own = header.spec.inputs[name.replace('-', '_')];
            assert.ok(own, `the component has no input ${name}`);
            assert.equal(own.default, input.default ?? '', name);
        }
    });
    test('all have a description or a name that says it', () => {
        for (const [name, input] of Object.entries(header.spec.inputs)) assert.ok(input.description || name === 'stage', name);
    });
    test('never become a part of a command', () => {
        for (const line of Object.values(body)[0].script) assert.doesNotMatch(line, /\$\[\[/);
    });
});

describe('a job:', () => {
    test('has each input at its place', () => {
        const ran = project({ image, kernels: 'a b', tier: 'trunk', rows: 'x* y', args: '--count 2' });
        assert.equal(ran.status, 0, ran.said);
        assert.equal(ran.calls.length, 2);
        assert.match(ran.calls[0], /^run --kernels a --count 2 --row x\* --row y --tier trunk --json .*\/reports\/crosslane\.json --junit .*\/crosslane\.xml /);
        assert.match(ran.calls[1], /^run --kernels b --count 2 --row x\* --row y --tier trunk --json .*\/reports\/crosslane-2\.json /);
        assert.ok(existsSync(`${ran.directory}/.crosslane/reports/crosslane.xml`));
    });
    test('runs a suite, and kernels too', () => {
        const ran = project({ image, suite: '.', kernels: 'a', job: 'simd', stage: 'build' });
        assert.equal(ran.status, 0, ran.said);
        assert.match(ran.said, /simd/);
        assert.deepEqual(ran.calls.map(call => call.split(' --json ')[0]), ['suite .', 'run --kernels a']);
    });
    test('fails as fail_on says', () => {
        for (const [fail_on, status, notRun, passes] of [
            ['finding', 0, 0, true], ['finding', 1, 0, false], ['not-run', 1, 0, true], ['not-run', 1, 2, false], ['never', 1, 2, true],
            ['never', 2, 0, false], ['not-run', 3, 0, false],
        ]) {
            const ran = project({ image, kernels: 'a', fail_on }, { status, notRun });
            assert.equal(ran.status === 0, passes, `${fail_on}, exit ${status}, ${notRun} not run:\n${ran.said}`);
        }
    });
    test('takes no command from an input', () => {
        const ran = project({ image, kernels: '$(touch hacked)', args: '; touch hacked' });
        assert.match(ran.calls.join(), /touch/);
        assert.ok(!existsSync(`${ran.directory}/hacked`));
    });
    test("uses the image's trees, not copies", () => {
        const cache = `${work}/image`;
        for (const tree of ['tools-1', 'sysroot-riscv64-1', 'sysroot-cut-off']) mkdirSync(`${cache}/${tree}`, { recursive: true });
        for (const tree of ['tools-1', 'sysroot-riscv64-1']) writeFileSync(`${cache}/${tree}/manifest`, '');
        const { directory, said, status } = project({ image, kernels: 'a' }, { cache });
        assert.equal(status, 0, said);
        for (const tree of ['tools-1', 'sysroot-riscv64-1']) assert.ok(lstatSync(`${directory}/.crosslane/${tree}`).isSymbolicLink());
        assert.ok(!existsSync(`${directory}/.crosslane/sysroot-cut-off`));
    });
});

describe('a wrong input is refused:', () => {
    test('no image', () => fails(project({ kernels: 'a' }), 'image'));
    test('neither kernels nor suite', () => fails(project({ image }), "neither 'kernels' nor 'suite' is set"));
    test('another tier', () => fails(project({ image, kernels: 'a', tier: 'night' }), 'night'));
    test('an image without crosslane', () => fails(project({ image, kernels: 'a' }, { crosslane: '' }), 'this image has no crosslane'));
});

// What the checks above rest on: each edit of the component is noticed.
describe('a broken component is noticed:', () => {
    const edited = (from, to) => {
        assert.ok(component.includes(from), from);
        return component.replace(from, to);
    };
    test('a status that is lost', () =>
        assert.equal(project({ image, kernels: 'a' }, { status: 1, text: edited('exit "$status"', 'exit 0') }).status, 0));
    test('an input that is a command', () => {
        const text = edited('status=0\n', 'status=0\n      : $[[ inputs.args ]]\n');
        assert.ok(existsSync(`${project({ image, kernels: 'a', args: '; touch hacked' }, { text }).directory}/hacked`));
    });
});

test('this crosslane, with a kernel that fails on one of two rows', () => {
    const cache = process.env.CROSSLANE_CACHE || `${process.env.XDG_CACHE_HOME || `${homedir()}/.cache`}/crosslane`;
    const inputs = { image, kernels: 'demo', rows: 'riscv64-v256-gcc-O2 riscv64-v256_ones-gcc-O2' };
    const ran = project(inputs, { crosslane: `${root}/crosslane`, cache });
    fails(ran, 'FINDING sum_i32 on riscv64-v256_ones-gcc-O2');
    assert.match(readFileSync(`${ran.directory}/.crosslane/reports/crosslane.xml`, 'utf8'), /failures="1"/);
    assert.ok(existsSync(`${ran.directory}/.crosslane/results`), 'no results to cache');
    const again = project({ ...inputs, rows: 'riscv64-v256-gcc-O2' }, { crosslane: `${root}/crosslane`, cache });
    assert.equal(again.status, 0, again.said);
});
