import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { unknownNames, wrongValues } from '../../../settings/settings.ts';
import { root } from '../documents.ts';
import { shellLines } from '../shell-lines.ts';
import { commandLineProblems } from './command-line.ts';
import type { Verifier } from './verifier.ts';

/** Programs that are not of this project: the shell checks the syntax, and no more is known of them here. */
const foreign = new Set('cd cp curl cosign grep jq kubectl mail mv openssl sha256sum unzip'.split(' '));

type Problems = readonly string[] | Promise<readonly string[]>;

/** The programs of the project and those that start them, with what is wrong with their arguments. */
const programs: Readonly<Record<string, (args: readonly string[]) => Problems>> = {
  'ledger-conformance': commandLineProblems,
  npx: (args) => problemsOf(args[0] === '--no-install' ? args.slice(1) : args),
  npm: npmProblems,
  node: ([path = '', ...args]) => (path === 'dist/cli/main.js' ? commandLineProblems(args) : thereIs(path)),
  playwright: playwrightProblems,
  alias: aliasProblems,
};

/** Each command with its options, and the syntax of the whole. */
export const shell: Verifier = {
  name: 'commands and options are those that there are, and bash can read the block',
  claims: ({ kind }) => kind === 'sh',
  async problems({ text }) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    const commands = shellLines(text).flatMap((line) => line.commands);
    const wrong = await Promise.all(commands.map(problemsOf));
    return [...(status === 0 ? [] : [stderr]), ...wrong.flat()];
  },
};

/** A line of a crontab: five fields, and a command. */
export const cron: Verifier = {
  name: 'the time is one of cron, and the command is one of the shell',
  claims: ({ kind }) => kind === 'cron',
  problems: (block) =>
    Promise.all(
      block.text.split('\n').map(async (line) => {
        const [, command] = /^(?:[\d*/,-]+ ){5}(.+)$/.exec(line) ?? [];
        return command === undefined
          ? [`${line} has no five fields in front of its command.`]
          : shell.problems({ ...block, text: command });
      }),
    ).then((problems) => problems.flat()),
};

async function problemsOf(words: readonly string[]): Promise<readonly string[]> {
  const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const settings = Object.fromEntries(
    words.slice(0, at).map((word) => [word.split('=')[0] ?? '', word.slice(word.indexOf('=') + 1)]),
  );
  const [program = '', ...args] = words.slice(at);
  const wrong = [...unknownNames(settings), ...wrongValues(settings)];
  if (foreign.has(program)) return wrong;
  const check = programs[program];
  if (check === undefined)
    return [...wrong, `${program} is no known program: add it to tests/docs/verifiers/shell.ts.`];
  return [...wrong, ...(await check(args))];
}

function npmProblems([command = '', ...args]: readonly string[]): Problems {
  if (['ci', 'install', 'test'].includes(command)) return [];
  const [script = '', ...rest] = args.filter((arg) => arg !== '--silent');
  if (command !== 'run') return [`npm ${command} is not known here.`];
  if (!(script in packageJson.scripts)) return [`There is no script ${script}.`];
  if (rest.length > 0 && rest[0] !== '--') return [`Options of npm run ${script} go behind two dashes.`];
  return script === 'conformance'
    ? commandLineProblems(['run', ...rest.slice(1)])
    : optionsOfScript(script, rest.slice(1));
}

/** The options must stand in the program that the script starts, or in one that this starts in its folder. */
function optionsOfScript(
  script: keyof typeof packageJson.scripts | string,
  args: readonly string[],
): string[] {
  const text = (packageJson.scripts as Readonly<Record<string, string>>)[script] ?? '';
  const [, path = ''] = /\bnode (tests\/\w+\/\w+\.mjs)/.exec(text) ?? [];
  const sources = [path, join(path, '../main.ts')]
    .filter((each) => existsSync(join(root, each)) && each !== '')
    .map((each) => readFileSync(join(root, each), 'utf8'))
    .join('\n');
  return args
    .filter((arg) => arg.startsWith('--') && !new RegExp(`\\b${arg.slice(2)}\\b`).test(sources))
    .map((arg) => `npm run ${script} has no option ${arg}.`);
}

function thereIs(path: string): string[] {
  // A copy that a user put into a folder of their own keeps its name.
  const places = [path, join('examples', path)];
  return places.some((each) => existsSync(join(root, each))) ? [] : [`There is no ${path}.`];
}

function playwrightProblems([command = '', ...args]: readonly string[]): string[] {
  const options = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0] ?? '');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const { stdout, status } = spawnSync(process.execPath, [cli, command, '--help'], { encoding: 'utf8' });
  if (status !== 0) return [`There is no playwright ${command}.`];
  return options.filter((option) => !stdout.includes(option)).map((option) => `Playwright has no ${option}.`);
}

function aliasProblems([definition = '']: readonly string[]): Problems {
  const [name, command = ''] = definition.split(/=(.*)/s);
  if (name !== 'ledger-conformance') return [`alias ${name} is not known here.`];
  if (command === 'npx --no-install ledger-conformance') return [];
  return command === `node $PWD/${packageJson.bin['ledger-conformance']}`
    ? []
    : [`${command} starts nothing.`];
}
