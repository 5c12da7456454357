import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import packageJson from '../../package.json' with { type: 'json' };
import { bareEnvironment } from './installed.ts';

/**
 * A registry that has this package as if it were published, and redirects to the configured registry for all others. npm obeys
 * the shrinkwrap of a published package only: for a tarball that is installed by its path, it does not.
 */
export async function registryWith(tarball: string): Promise<{ readonly url: string; close(): void }> {
  const others = execFileSync('npm', ['config', 'get', 'registry'], {
    env: bareEnvironment,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const bytes = readFileSync(tarball);
  const { name, version } = packageJson;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const server = createServer((request, response) => {
    const { host } = request.headers;
    if (request.url === '/package.tgz') return response.end(bytes);
    if (request.url !== `/${name}`)
      return response.writeHead(302, { Location: new URL(request.url ?? '', others.trim()).href }).end();
    const published = { ...packageJson, _hasShrinkwrap: true };
    const dist = { tarball: `http://${host}/package.tgz`, integrity };
    return response.setHeader('Content-Type', 'application/json').end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...published, dist } },
      }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
