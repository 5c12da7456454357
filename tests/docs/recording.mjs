// What docs/first-five-minutes.md and the README show of the command, recorded with the built command. The runs take the
// nonces of the page, so that a recording of the same suite is the same again.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'dotenv';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'dist/cli/main.js');
const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(TARGET|CONFORMANCE|VITEST|NODE_OPTIONS)/.test(name)),
);

/** The settings that init asks for; the page omits the others that serve writes. */
const asked =
  /^TARGET_(BASE_URL|TOKEN|TOKEN_SECRET|USER_ID|SYNCHRONIZER|SYNCHRONIZER_ALIAS|EXECUTE_REQUEST)$/;

/** The address that the page shows; a recording listens on any free port. */
const shownUrl = 'http://127.0.0.1:7575';
const shownFolder = '/home/you/demo';

/** A block that shows what a command said. */
const shown = /^```text\n\$ ledger-conformance (.+)\n([\s\S]*?)^```$/gm;

/**
 * The page with each block of a command recorded again, in their order.
 * @param tries how often a run is started while requests have to be retried: a busy machine changes the figures
 */
export async function recordPage(text, tries = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-conformance-recording-'));
  const recorder = new Recorder(folder, tries);
  try {
    let recorded = text;
    for (const [block, typed, before] of text.matchAll(shown)) {
      const now = await recorder.record(typed, before);
      recorded = recorded.replace(block, () => `\`\`\`text\n$ ledger-conformance ${typed}\n${now}\n\`\`\``);
    }
    return recorded;
  } finally {
    await recorder.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The README with its samples taken from the page. */
export function recordReadme(readme, page) {
  const said = (typed) =>
    [...page.matchAll(shown)].flatMap(([, each, text]) => (each === typed ? [text] : []));
  const [selfCheck, , faulty] = said('run');
  const [doctor] = said('doctor');
  return readme
    .replace(/^self-check: no target was tested\n[\s\S]*?(?=^```$)/m, () => cut(selfCheck))
    .replace(/^\d+ requirements? (?:is|are) broken\n[\s\S]*?(?=^```$)/m, () =>
      faulty.slice(faulty.search(/^\d+ requirements? (?:is|are) broken$/m)),
    )
    .replace(/^ {3}Target http[\s\S]*?(?=^ {3}```$)/m, () => doctor.replace(/^(?=.)/gm, '   '));
}

/** Removes the observations. */
function cut(text) {
  return text.replace(/(?<=^\d+ observations .*\n)[\s\S]*?(?=^$)/m, '  …\n');
}

class Recorder {
  #folder;
  #tries;
  #server;
  #settings = {};
  #url = shownUrl;
  #faulty = false;

  constructor(folder, tries) {
    this.#folder = folder;
    this.#tries = tries;
  }

  /** What a command says now, as the page shows it. */
  async record(typed, before) {
    const args = typed.split(' ');
    if (args[0] === 'serve') return this.#serve(args);
    if (args[0] === 'init') return this.#init();
    const nonce = /\bnonce ([0-9a-f]+)/.exec(before)?.[1];
    const settings = nonce === undefined ? {} : { CONFORMANCE_NONCE: nonce };
    let said = this.#said(args, settings);
    for (let tries = 1; tries < this.#tries && said.includes('answered only on a'); tries += 1)
      said = this.#said(args, settings);
    return this.#faulty && args[0] === 'run' ? shortened(said) : said;
  }

  async stop() {
    if (this.#server === undefined) return;
    const ended = new Promise((end) => this.#server.once('exit', end));
    this.#server.kill('SIGINT');
    await ended;
    this.#server = undefined;
  }

  async #serve(args) {
    await this.stop();
    const anyPort = args.map((arg, at) => (args[at - 1] === '--port' ? '0' : arg));
    this.#server = spawn(process.execPath, [main, ...anyPort], { cwd: this.#folder, env: bare });
    let said = '';
    await new Promise((ready, fail) => {
      this.#server.once('exit', (status) => fail(new Error(`${args.join(' ')} ended with ${status}`)));
      this.#server.stdout.on('data', (chunk) => {
        said += chunk;
        if (said.includes('Stop the')) ready();
      });
    });
    const written = parse(readFileSync(join(this.#folder, 'reference-server/.env')));
    this.#url = written.TARGET_BASE_URL;
    this.#settings = Object.fromEntries(Object.entries(written).filter(([name]) => asked.test(name)));
    const lines = narrow(this.#asShown(said));
    this.#faulty = args.includes('--fault');
    return this.#faulty ? `${lines.split('\n')[0]}\n…` : lines;
  }

  /** The questions as they are asked on a terminal, answered with what serve wrote, and what init says then. */
  async #init() {
    const { askForSettings } = await import(pathToFileURL(join(root, 'build/cli/commands/init.js')).href);
    const answers = {
      'Base URL': 'TARGET_BASE_URL',
      Token: 'TARGET_TOKEN',
      'HS256 secret': 'TARGET_TOKEN_SECRET',
      Identifier: 'TARGET_SYNCHRONIZER',
      'Alias of': 'TARGET_SYNCHRONIZER_ALIAS',
      'JSON file': 'TARGET_EXECUTE_REQUEST',
    };
    const lines = [];
    const answered = await askForSettings(
      async (question, secret) => {
        const [, name] = Object.entries(answers).find(([begin]) => question.startsWith(begin)) ?? [];
        const answer = this.#settings[name] ?? '';
        lines.push(`${question}${secret ? '' : answer}`.trimEnd());
        return answer;
      },
      (line) => lines.push(line),
    );
    const { stdout, status, stderr } = this.#run(['init', '--yes'], answered);
    if (status !== 0) throw new Error(stderr);
    rmSync(join(this.#folder, '.env'));
    return narrow(this.#asShown(`${lines.join('\n')}\n${stdout}`));
  }

  #run(args, settings) {
    return spawnSync(process.execPath, [main, ...args], {
      cwd: this.#folder,
      env: { ...bare, ...settings },
      encoding: 'utf8',
    });
  }

  #said(args, more) {
    const { stdout } = this.#run(args, { ...this.#settings, ...more });
    return this.#asShown(stdout)
      .replaceAll('\n(report.json)', ' (report.json)')
      .replaceAll(/^ *(?:\d+ of \d+ checks|failed: | FAILED ).*\n/gm, '')
      .trim();
  }

  #asShown(text) {
    return text.replaceAll(this.#folder, shownFolder).replaceAll(this.#url, shownUrl).trim();
  }
}

/** Removes from a later run the observations that the first one showed. */
function shortened(text) {
  return text.replace(/\n\d+ not exercised\n[\s\S]*?(?=\n\d+ passed)/, '\n…\n');
}

/** Cuts lines at the width of the terminal that the page shows. */
function narrow(text) {
  return text.replace(/^(.{79}).{2,}$/gm, '$1…');
}
