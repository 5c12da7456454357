import { logfmt } from '../../../reports/formats/logfmt.ts';
import type { Night } from '../../../reports/history/history.ts';
import { trendMarkdown } from '../../../reports/history/trend-markdown.ts';
import type { ResultOutcome } from '../../../reports/report/report.ts';
import { command, emptyFolder } from '../../cli/command.ts';
import { aMixedReport } from '../../reports/mixed-report.ts';
import { blocksOf } from '../blocks.ts';
import { textOf } from '../documents.ts';
import { recordReadme } from '../recording.mjs';
import { shownIn } from '../stale-recordings.ts';
import { commandLineProblems } from './command-line.ts';
import type { Verifier } from './verifier.ts';

const recordedPage = 'docs/first-five-minutes.md';

/** tests/docs/first-five-minutes.test.ts compares what these blocks show with a new recording. */
export const recording: Verifier = {
  name: 'the command is one of the suite, and the recording compares what it said',
  claims: ({ page, kind, text }) => page === recordedPage && kind === 'text' && text.startsWith('$ '),
  async problems({ text }) {
    const [typed = ''] = text.split('\n');
    const isCompared = shownIn(textOf(recordedPage)).some((each) => `$ ${each.typed}` === typed);
    const words = typed.split(' ').slice(1);
    return [
      ...(isCompared ? [] : ['The recording does not find this block.']),
      ...(words[0] === 'ledger-conformance'
        ? await commandLineProblems(words.slice(1))
        : [`${typed} is another program.`]),
    ];
  },
};

/** A sample that the recording writes: where its text is another one, the recording puts it right. */
export const sampleOfTheReadme: Verifier = {
  name: 'it is the sample that the recording has',
  claims: ({ page, kind }) => page === 'README.md' && kind === 'text',
  problems({ text }) {
    const readme = textOf('README.md');
    // The longest line is nowhere else.
    const inside = text.split('\n').toSorted((one, other) => other.length - one.length)[0] ?? '';
    const spoilt = readme.replace(inside, `${inside} spoilt`);
    return spoilt !== readme && recordReadme(spoilt, textOf(recordedPage)) === readme
      ? []
      : ['It differs from the recording, or is none of its samples.'];
  },
};

/** A command with what it says without a target, from its beginning. */
export const saidNow: Verifier = {
  name: 'matches the output of the command',
  claims: ({ page, kind, text }) =>
    page !== recordedPage && kind === 'text' && text.startsWith('$ ledger-conformance explain '),
  async problems({ text }) {
    const [typed = '', ...said] = text.split('\n');
    const { stdout } = await command(typed.split(' ').slice(2), { cwd: emptyFolder() });
    return stdout.startsWith(said.join('\n').trimEnd()) ? [] : ['It says something else now.'];
  },
};

const outcomes: Readonly<Record<string, ResultOutcome>> = { '✓': 'passed', '✗': 'failed' };

/** A table of the trend, made again from the outcomes that its marks stand for. */
export const trendRows: Verifier = {
  name: 'trend writes these rows for such nights',
  claims: ({ kind, text }) => kind === 'text' && text.startsWith('| nights |'),
  problems({ text }) {
    const rows = [...text.matchAll(/^\| `(.+)` \| (\S+) on (\S+) \((\w+)\) \|$/gm)];
    const nightOf = (at: number): Night =>
      ({
        name: `night ${at}`,
        comparison: null,
        report: {
          verdict: 'conformant',
          target: { baseUrl: '' },
          coverage: { must: { exercised: 1, total: 1 } },
          counts: { failed: 0, warned: 0, cases: 1 },
          gate: { causes: [] },
          results: rows.map(([, marks = '', requirement, operation, level]) => ({
            requirement,
            operation,
            level,
            outcome: outcomes[marks.charAt(at)],
          })),
        },
      }) as unknown as Night;
    const nights = Array.from(rows[0]?.[1] ?? '', (_, at) => nightOf(at));
    const lines = trendMarkdown(nights).split('\n');
    return [
      ...(rows.length > 0 ? [] : ['It has no row.']),
      ...text
        .split('\n')
        .filter((line) => !lines.includes(line))
        .map((line) => `trend does not write ${line}`),
    ];
  },
};

/** Whatever tests/boundaries.mjs allows a folder to import is in front of it, in its line or through another one. */
export const importDirections: Verifier = {
  name: 'every folder of tests/boundaries.mjs is there, behind all that it may import',
  claims: ({ kind, text }) => kind === 'text' && text.includes(' ← '),
  async problems({ text }) {
    const path = new URL('../../boundaries.mjs', import.meta.url).href;
    const { allowed } = (await import(path)) as { allowed: Readonly<Record<string, readonly string[]>> };
    const lines = text.split('\n').map((line) => line.split(' ← ').map((group) => group.split(', ')));
    const folders = Object.keys(allowed);
    return folders.flatMap((folder) => {
      const before = inFrontOf(folder, lines);
      return [
        ...(lines.flat(2).includes(folder) ? [] : [`${folder} is missing.`]),
        ...(allowed[folder] ?? [])
          .filter((each) => folders.includes(each) && !before.has(each))
          .map((each) => `${folder} may import ${each}, which is not in front of it.`),
        ...(before.has(folder) ? [`${folder} is in front of itself.`] : []),
      ];
    });
  },
};

function inFrontOf(folder: string, lines: readonly string[][][], found = new Set<string>()): Set<string> {
  for (const groups of lines) {
    const at = groups.findIndex((group) => group.includes(folder));
    for (const each of groups.slice(0, Math.max(at, 0)).flat()) {
      if (found.has(each)) continue;
      found.add(each);
      inFrontOf(each, lines, found);
    }
  }
  return found;
}

/** A line of the format logfmt, with the keys of a real one. */
export const logLine: Verifier = {
  name: 'it has the keys that the format writes, in their order',
  claims: ({ kind, text }) => kind === 'text' && text.startsWith('suite='),
  problems({ text }) {
    const keys = (line: string): string =>
      [...line.matchAll(/(?:^| )([a-z]+)=/g)].map(([, key]) => key).join(' ');
    return keys(text) === keys(logfmt(aMixedReport())) ? [] : ['The format writes other keys.'];
  },
};

/** What only shows a shape, by page and first line, with what is known of it. */
const layouts: Readonly<Record<string, string>> = {
  'docs/certificate.md conformance/': 'a suggestion for folders of a web server; nothing reads them',
};

export const layout: Verifier = {
  name: 'it is listed with the reason why nothing can check it, and its lines are names with a meaning',
  claims: ({ page, text }) => `${page} ${text.split('\n')[0]}` in layouts,
  problems: ({ text }) =>
    text
      .split('\n')
      .filter((line) => !/^ *\S+(?: \S+)?\/$|^ *\S+(?: \S+)?\s{2,}\S.*$/.test(line))
      .map((line) => `${line} has no meaning.`),
};

/** The layouts that no page has any more. */
export function layoutsWithoutBlock(pages: readonly string[]): string[] {
  const there = pages.flatMap((page) => blocksOf(page).map(({ text }) => `${page} ${text.split('\n')[0]}`));
  return Object.keys(layouts).filter((each) => !there.includes(each));
}
