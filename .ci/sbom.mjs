// Writes the software bill of materials for the package, as CycloneDX: the runtime dependencies pinned in
// package-lock.json. Reproducible: omits the time, random ids and paths that npm adds.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/sbom.cdx.json`;
const read = (name) => JSON.parse(readFileSync(`${root}${name}`, 'utf8'));
const { name } = read('package.json');

// `--omit dev` would also omit packages that both users and developers need, such as yaml.
const made = JSON.parse(
  execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  }),
);
const { serialNumber: _, metadata, components, dependencies, ...rest } = made;
const { timestamp: __, tools: ___, component, ...described } = metadata;

/** The packages that users get, as `name@version`, and the suite itself. */
const users = new Set([component['bom-ref']]);
for (const [path, { version, dev, devOptional }] of Object.entries(read('package-lock.json').packages))
  if (path !== '' && !dev && !devOptional) users.add(`${path.replace(/^.*node_modules\//, '')}@${version}`);
const isUsers = (ref) => users.has(ref);

const whole = {
  ...rest,
  // npm names the package after its folder.
  metadata: { ...described, component: { ...component, name } },
  components: components
    .filter((each) => isUsers(each['bom-ref']))
    .sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  dependencies: dependencies
    .filter(({ ref }) => isUsers(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: (dependsOn ?? []).filter(isUsers).sort() }))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
};
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `${JSON.stringify(whole, null, 1)}\n`);
