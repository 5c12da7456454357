// npm run release -- [--dry-run] [--output FOLDER]: prepares a release of the version in package.json.
//
// Writes into FOLDER (release by default): the package, its bill of materials (CycloneDX), a provenance statement (in-toto, SLSA
// provenance v1, unsigned), SHA256SUMS, and the release notes from CHANGELOG.md. Without --dry-run it also makes the tags
// vVERSION and vMAJOR, which the GitHub action is used by. It pushes and publishes nothing, but prints the commands that do.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isDry = process.argv.includes('--dry-run');
const named = process.argv.indexOf('--output');
const folder = named === -1 ? join(root, 'release') : process.argv[named + 1];
if (folder === undefined || (named !== -1 && existsSync(folder))) {
  // Only its own folder is emptied.
  console.error('--output takes a folder that does not exist yet.');
  process.exit(2);
}

const read = (path) => readFileSync(join(root, path), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
/** On Windows, npm is a script, which only the shell starts. */
const npm = (...args) =>
  execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  }).trim();
const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

const { name, version } = JSON.parse(read('package.json'));
const tag = `v${version}`;
const major = `v${version.split('.')[0]}`;

/** The section of the changelog about this version; before the release, what is not released yet. */
function notes() {
  const sections = read('CHANGELOG.md').split(/^## /m);
  const found = sections.find((each) => each.startsWith(`[${version}]`));
  const section = found ?? (isDry ? sections.find((each) => each.startsWith('[Unreleased]')) : undefined);
  return section?.slice(section.indexOf('\n')).trim() ?? '';
}

/** What prevents a release, as sentences. */
function problems() {
  return [
    ...(git('status', '--porcelain') === ''
      ? []
      : ['There are changes that are not committed. Commit them.']),
    ...(git('tag', '--list', tag) === ''
      ? []
      : [`The tag ${tag} exists. Raise the version in package.json.`]),
    ...(notes() === ''
      ? [`CHANGELOG.md has no section [${version}]. Rename [Unreleased], and add a date.`]
      : []),
  ];
}

/** SLSA provenance v1 (slsa.dev/spec/v1.0/provenance): which commit the package was built from, and how. */
function provenance(tarball) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: tarball, digest: { sha256: sha256(join(folder, tarball)) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://slsa-framework.github.io/npm-pack/v1',
        externalParameters: { command: 'npm pack', version },
        resolvedDependencies: [
          { uri: 'git+file:.', digest: { gitCommit: git('rev-parse', 'HEAD') } },
          { uri: 'file:package-lock.json', digest: { sha256: sha256(join(root, 'package-lock.json')) } },
        ],
      },
      runDetails: {
        builder: {
          id: `npm/${npm('--version')} node/${process.versions.node}`,
        },
      },
    },
  };
}

const wrong = problems();
if (wrong.length > 0) {
  for (const each of wrong) console.error(each);
  if (!isDry) process.exit(1);
  console.error('A dry run goes on.');
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
npm('pack');
const tarball = `${name}-${version}.tgz`;
copyFileSync(join(root, tarball), join(folder, tarball));
rmSync(join(root, tarball));
copyFileSync(join(root, 'dist/sbom.cdx.json'), join(folder, `${name}-${version}.cdx.json`));
writeFileSync(
  join(folder, `${name}-${version}.provenance.json`),
  `${JSON.stringify(provenance(tarball), null, 2)}\n`,
);
writeFileSync(join(folder, 'release-notes.md'), `${notes()}\n`);
const files = readdirSync(folder).sort();
writeFileSync(
  join(folder, 'SHA256SUMS'),
  files.map((file) => `${sha256(join(folder, file))}  ${file}\n`).join(''),
);
console.log(`${folder}: ${[...files, 'SHA256SUMS'].join(', ')}`);
if (!isDry) {
  git('tag', '--annotate', tag, '--message', `${name} ${version}`);
  git('tag', '--annotate', '--force', major, '--message', `The newest release of ${major}`);
}
console.log(
  [
    isDry
      ? `A release would make the tags ${tag} and ${major}. Then:`
      : `The tags ${tag} and ${major} are made. Next:`,
    `  git push origin ${tag} && git push --force origin ${major}`,
    `  npm publish ${join(folder, tarball)}`,
    `  Attach the files to the release ${tag}, with release-notes.md as its text.`,
  ].join('\n'),
);
