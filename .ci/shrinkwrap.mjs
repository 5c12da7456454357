// Writes npm-shrinkwrap.json into the package, or removes it from the checkout again (--remove). npm publishes no
// package-lock.json, so that without it the versions of transitive dependencies would be those of the day of installation.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = `${root}npm-shrinkwrap.json`;

if (process.argv.includes('--remove')) rmSync(file, { force: true });
else {
  const { packages, ...lock } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  const { '': own, ...others } = packages;
  const { devDependencies: _, ...ownOfUsers } = own;
  const ofUsers = Object.fromEntries(
    Object.entries(others)
      .filter(([, { dev }]) => dev !== true)
      .map(([path, { devOptional: __, ...about }]) => [path, about]),
  );
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: { '': ownOfUsers, ...ofUsers } }, null, 2)}\n`);
}
