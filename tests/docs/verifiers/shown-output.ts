import { logfmt } from '../../../reports/formats/metrics.ts';
import type { Night } from '../../../reports/history/history.ts';
import { trendMarkdown } from '../../../reports/history/trend-markdown.ts';
import type { ResultOutcome } from '../../../reports/report/report.ts';
import { importGraph } from '../../boundaries.mjs';
import { aMixedReport } from '../../reports/mixed-report.ts';
import { viewOf } from '../../reports/view.ts';
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

/** The picture of docs/architecture.md, which tests/docs/generated-tables.ts writes. */
export const graph: Verifier = {
  name: 'it is what the folders import, as tests/boundaries.mjs draws it',
  claims: ({ kind }) => kind === 'mermaid',
  problems: ({ text }) =>
    text === importGraph().join('\n') ? [] : ['The folders import something else now.'],
};

/** A line of the format logfmt, with the keys of a real one. */
export const logLine: Verifier = {
  name: 'it has the keys that the format writes, in their order',
  claims: ({ kind, text }) => kind === 'text' && text.startsWith('suite='),
  problems({ text }) {
    const keys = (line: string): string =>
      [...line.matchAll(/(?:^| )([a-z]+)=/g)].map(([, key]) => key).join(' ');
    return keys(text) === keys(logfmt(viewOf(aMixedReport()))) ? [] : ['The format writes other keys.'];
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
