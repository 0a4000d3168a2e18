// Leaves in package-lock.json what `npm ci` needs: versions, hashes, and what depends on what.
// SPDX-License-Identifier: MIT
import fs from 'node:fs';

const file = new URL('package-lock.json', import.meta.url), lock = JSON.parse(fs.readFileSync(file));
for (const entry of Object.values(lock.packages))
  for (const key of ['bin', 'deprecated', 'engines', 'funding', 'hasInstallScript', 'license'])
    delete entry[key];
fs.writeFileSync(file, JSON.stringify(lock, null, 2) + '\n');
