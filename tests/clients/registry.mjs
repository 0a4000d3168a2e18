// A registry of one package, which test-install.sh installs from: `node registry.mjs client-1.0.0.tgz` prints its port.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const tarball = readFileSync(process.argv[2]);
const server = createServer((request, response) => {
    if (request.url.endsWith('.tgz')) return response.end(tarball);
    const dist = { tarball: `http://${request.headers.host}/client/-/client-1.0.0.tgz` };
    const version = { name: 'client', version: '1.0.0', dist };
    response.end(JSON.stringify({ name: 'client', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
