// Prints how large the project is without its tests: lines, files and named types, by folder. With a commit, of that one too.
import { spawnSync } from 'node:child_process';

const source = /\.(?:ts|tsx|mjs|mts|js|css)$/;
const namedType = /^(?:export )?(?:declare )?(?:interface|type|class) \w+/gm;

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

function sizeOf(commit) {
  const folders = new Map();
  const paths = git('ls-tree', '-r', '--name-only', commit).split('\n');
  for (const path of paths.filter((each) => source.test(each) && !each.startsWith('tests/'))) {
    const text = git('show', `${commit}:${path}`);
    const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
    for (const name of [folder, 'all']) {
      const size = folders.get(name) ?? { lines: 0, files: 0, types: 0 };
      size.lines += text.split('\n').length - 1;
      size.files += 1;
      size.types += text.match(namedType)?.length ?? 0;
      folders.set(name, size);
    }
  }
  return [...folders].sort(([, a], [, b]) => a.lines - b.lines);
}

for (const commit of [...process.argv.slice(2), 'HEAD']) {
  console.log(`${commit}:`);
  for (const [name, { lines, files, types }] of sizeOf(commit))
    console.log(
      `${String(lines).padStart(7)} lines ${String(files).padStart(5)} files ${String(types).padStart(5)} types  ${name}`,
    );
}
