// Results and SARIF are what their schemas say: that of docs/, and that of the standard, which a package has.
// SPDX-License-Identifier: MIT
import fs from 'node:fs';
import { createRequire } from 'node:module';
import Ajv2020 from 'ajv/dist/2020.js';
import Ajv4 from 'ajv-draft-04';

const read = file => JSON.parse(fs.readFileSync(file));
const standard = createRequire(import.meta.url).resolve('@microsoft/jest-sarif').replace(/jest-sarif\/.*/, 'jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const results = new Ajv2020({ allowUnionTypes: true }).compile(read('schema.json'));
// Its patterns are older than Unicode's.
const sarif = new Ajv4({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(read(standard));
const bad = [];
function want(name, validate, value, wanted = true) {
  if (validate(value) !== wanted) bad.push(`${name}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
}
want('large.json', results, read('large.json'));
want('merged.json', results, read('merged.json'));
want('a result without rows', results, { version: 1 }, false);
want('of a later version', results, { version: 2, rows: [] }, false);
want('an outcome that is none', results, { rows: [{ row: 'a', outcome: 'good', kernels: [] }] }, false);
for (const name of ['large', 'whole', 'hostile', 'types']) want(name, sarif, read(`${name}.sarif`));
want('a result without a message', sarif, { version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{ ruleId: 'x' }] }] }, false);
for (const words of bad) console.error(`FAIL: ${words}`);
process.exit(bad.length ? 1 : 0);
