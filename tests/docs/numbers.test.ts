import { expect, test } from 'vitest';
import { requirements } from '../../requirements/catalogue.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { documents, textOf, withoutCode } from './documents.ts';

/** The numbers that the groups of a pattern find in a file. */
function from(path: string, pattern: RegExp): number[] {
  const found = pattern.exec(textOf(path));
  if (found === null) throw new Error(`${path} has no ${pattern} any more: give the number its new source.`);
  return found.slice(1).map((digits) => Number(digits.replace(/[_,]/g, '')));
}

const hundreds = (number: number): number => Math.floor(number / 100) * 100;
const seconds = (ms: number): number => ms / 1_000;
const percent = (share: number): number => Math.round(share * 100);

/** The percentages of the parts between limits from 0 to 1. */
function parts(limits: readonly number[]): number[] {
  return [...limits, 1].map((limit, at) => percent(limit - (limits[at - 1] ?? 0)));
}

const soakShare = (stem: string): number[] =>
  from(`operations/${stem}.ts`, /soakShare: ([\d.]+)/).map(percent);

const musts = requirements.filter(({ level }) => level === 'MUST').flatMap(({ operations }) => operations);
const coverage = [musts.filter((operation) => operation === 'list-users').length, musts.length];
const bench = 'docs/bench.md';
const pace = 'reports/compare/compare-runs.ts';
const devices = 'tests/defeat/devices.ts';
const harRoom = 'reports/formats/har.ts';
const kept = from('wire/bounds.ts', /keptOfBroken = (\d+) \* 1024/);
const large = from(
  'engine/health.ts',
  /empty: (\d+) \* 1024, perUser: (1)024, atMost: (\d+) \* 1024 \},\s+other: (\d+) \* 1024/,
);
const bodyLimit = from('settings/settings.schema.json', /"TARGET_BODY_LIMIT_MIB"[\s\S]*?"default": "(\d+)"/);
const partitions = from('engine/soak-plan.ts', /soakPartitions = (\d+)/);
const batch = from('specs/shared/soak.ts', /batch = (\d+)/);
const validity = from('certificate/validity.ts', /longestValidity = (\d+)/);
const score = from('tests/mutation/stryker.config.json', /"break": (\d+)/);
const pageSize = from(bench, /≤ (\d+) MB/);

/** By page: text on it with `{}` for each number, and the numbers as their sources have them. */
const rows: Readonly<Record<string, readonly (readonly [text: string, numbers: readonly number[]])[]>> = {
  'README.md': [
    ['More than {} deliberately', from('docs/kill-matrix.md', /^(\d+) of \1 faults/m).map(hundreds)],
    ['More than {} variants', from('docs/kill-matrix.md', / 0 of (\d+) conformant/).map(hundreds)],
    ['{} of a sample of {}', from('docs/compared-with-generic-tools.md', /\*\*(\d+).*?(\d+)/).reverse()],
    ['sends {} requests in about', from(bench, /included .* s, ([\d,]+) exchanges/).map(hundreds)],
    ['{} seconds ([bench]', from(bench, /included .* ([\d.]+) s, /).map(Math.round)],
    ['less than {} minutes', from('CONTRIBUTING.md', /less than (\d+) minutes on two idle cores/)],
    ['exercised ({} of {} MUST)', coverage],
  ],
  'CONTRIBUTING.md': [
    ['file has at most {} lines', from('tests/boundaries.mjs', /lines = \{ most: (\d+)/)],
    ['a function at most {}.', from('biome.json', /"maxLines": (\d+)/)],
    ['the score must be at least {} %', score],
  ],
  'docs/nightly.md': [['for {} hours', from('examples/alerting/prometheus-rules.yaml', /> (\d+) \* 3600/)]],
  'docs/certificate.md': [
    ['({} MiB, {} files)', from('certificate/archive.ts', /bytes: (\d+) \* .* files: (\d+)/)],
    ['more than {} days', validity],
    ['pauses of {} to {} seconds', from('specs/shared/used-token.ts', /restSeconds = \[(\d+), .* (\d+)\]/)],
  ],
  'docs/comparing.md': [
    ['more than {} %', from('reports/compare/blame.ts', /likelyToMiss = ([\d.]+)/).map(percent)],
    ['({} × {} ×', from(pace, /\(([\d.]+) \* ([\d.]+) \* spread/)],
    ['{} % of the smaller', from(pace, /share: ([\d.]+)/).map(percent)],
    ['median, and {} ms', from(pace, /ms: (\d+) \}/)],
    ['at least {} responses', from(pace, /answers: (\d+)/)],
  ],
  'docs/exit-status.md': [['exercised ({} of {} MUST)', coverage]],
  'docs/formats.md': [
    ['above {} KiB are', from(harRoom, /short = (\d+) \* 1024;/)],
    ['amount to {} MiB', from(harRoom, /roomForLong = (\d+) \* 1024 \*\* 2/)],
    ['texts above {} KiB, only', from(harRoom, /longest = (\d+) \* 1024;/)],
    ['limit of {} MiB', from('reports/formats/github.ts', /Limit = (\d+) \* 1024;/).map((kib) => kib / 1024)],
    ['`conformant {}/{}`', coverage],
  ],
  'docs/hostile-targets.md': [
    ['waits for {} seconds after the last', from('engine/health.ts', /busyMs: ([\d_]+)/).map(seconds)],
    ['repeated for {} seconds', from('preflight/final-liveness.ts', /awayMs: ([\d_]+)/).map(seconds)],
    ['{} KiB of headers', from('wire/bounds.ts', /headerBytes: (\d+) \* 1024/)],
    ['({} MiB by default)', bodyLimit],
    ['first {} KiB are kept', kept],
    ['after {} seconds without', from('engine/health.ts', /busyMs: ([\d_]+)/).map((ms) => 2 * seconds(ms))],
    [
      'above {} KiB plus {} KiB for each user, and in any case above {} KiB; other responses are large above {} KiB',
      large,
    ],
    [
      '{} seconds in most rows, {} MiB of memory in all processes, {} MiB in one, and {} MB',
      from(
        'tests/hostile/behaviour.ts',
        /seconds: (\d+), mebibytes: ([\d_]+), processMebibytes: (\d+), keptMegabytes: (\d+)/,
      ),
    ],
  ],
  'docs/interoperability.md': [
    ['at most {} lines', from('tests/field/field.test.ts', /lines, name\)\.toBeLessThanOrEqual\((\d+)/)],
  ],
  'docs/journal.md': [
    ['with {} random bytes', from('cli/run/prepare-run.ts', /randomBytes\((\d+)/)],
    ['secret of {} characters', from('wire/secrets.ts', /shortest = (\d+)/)],
    ['up to {} of these within each other', from('wire/deep-search.ts', /decodings: (\d+)/)],
    ['in pieces of {} characters', from('wire/secrets.ts', /shortest = (\d+)/)],
    ['At most {} KiB of an incomplete', kept],
  ],
  'docs/defeat-devices.md': [
    ['more than {} requests', from(devices, /testedFrom = (\d+)/)],
    ['the first {} requests', from(devices, /ordinal <= ([\d_]+)/)],
    ['{} failures among the last {} answers', from(devices, /\{ of: (\d+), from: (\d+)/).reverse()],
    ['more than {} connections', from(devices, /connectionsOfTest = (\d+)/)],
  ],
  'docs/politeness.md': [
    [
      'requests; {} by default',
      from('settings/settings.schema.json', /"CONFORMANCE_CONCURRENCY"[\s\S]*?"default": "(\d+)"/),
    ],
    ['asks, up to {} seconds', from('engine/health.ts', /askedAtMostMs = ([\d_]+)/).map(seconds)],
    ['{} seconds (', from('specs/shared/scenarios.ts', /scenariosMs = .*standard: ([\d_]+)/).map(seconds)],
    ['({} at `quick`', from('specs/shared/scenarios.ts', /scenariosMs = .*quick: ([\d_]+)/).map(seconds)],
    ['at most {} %', from('reports/report/disguise-difference.ts', /chanceAtMost = ([\d.]+)/).map(percent)],
  ],
  'docs/provisioning.md': [
    [
      '{} with `--effort quick`, otherwise {},',
      from('provisioners/provisioning.ts', /quick: (\d+), standard: (\d+), soak: \2 /),
    ],
  ],
  'docs/reading-results.md': [
    ['fewer than {},', from('engine/check.ts', /answersWanted = (\d+)/)],
    ['at most {} MB', pageSize],
    ['up to {} exchanges', from('reports/html/page-content.ts', /mostExchanges = ([\d_]+)/)],
  ],
  'docs/soak.md': [
    [
      'cases, {} by default',
      from('settings/settings.schema.json', /"CONFORMANCE_CASES"[\s\S]*?"default": "(\d+)"/),
    ],
    ['pauses of {} and of {} seconds', from('specs/shared/used-token.ts', /restSeconds = \[(\d+), (\d+)/)],
    ['generate-topology | {} %', soakShare('generate-topology')],
    [
      '({} %), bodies with one fault or malformed JSON ({} %), wrong credentials ({} %)',
      parts(from('specs/generate-topology/soak.spec.ts', /part < ([\d.]+) &&[\s\S]*part < ([\d.]+) &&/)),
    ],
    ['execute-submission | {} %', soakShare('execute-submission')],
    [
      '({} %), malformed JSON ({} %), wrong credentials ({} %)',
      parts(from('specs/execute-submission/soak.spec.ts', /part < ([\d.]+)\)[\s\S]*part < ([\d.]+) \?/)),
    ],
    ['list-users | {} %', soakShare('list-users')],
    [
      '({} %) and wrong credentials ({} %)',
      parts(from('specs/list-users/soak.spec.ts', /index\) < ([\d.]+)/)),
    ],
    ['divided into {} partitions', partitions],
    ['cases 0, {}, {}, …', partitions.flatMap((all) => [all, 2 * all])],
    ['for every {} cases', batch],
    ['at most {} of its cases', batch],
    ['the {} partitions', partitions.map((all) => all * operationStems.length)],
    ['soak, {} for each operation', partitions],
  ],
  'docs/threat-model.md': [
    ['more than {} days', validity],
    [
      '{} KiB (timestamps) and {} KiB (log entries)',
      from('certificate/attachments/attachments.ts', /timestamp: (\d+) \* 1024, 'log-entry': (\d+) \* 1024/),
    ],
  ],
  'docs/waivers.md': [
    ['{} to {} characters', from('settings/waivers.schema.json', /"minLength": (\d+),\s+"maxLength": (\d+)/)],
    ['at most {} days', from('settings/waiver.ts', /longestWaiver = (\d+)/)],
    ['within {} days', from('reports/report/waivers.ts', /warnedDays = (\d+)/)],
  ],
};

/** Texts with numbers that no source has, and why. */
const exceptions: readonly (readonly [page: string, text: string, reason: string])[] = [
  ['README.md', 'about 20 seconds', 'measured; most of it is npm ci, which depends on the network'],
  ['CONTRIBUTING.md', '5 minutes on two idle cores', 'measured'],
  ['docs/compared-with-generic-tools.md', '50 examples', 'an option of Schemathesis in that measurement'],
  ['docs/compared-with-generic-tools.md', '39 faults', 'the sample of that measurement'],
  ['docs/soak.md', '4,711', 'an example'],
];

/** Pages on which no number is looked for, and why. */
const exempt: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'says what was',
  'docs/bench.md': 'measured and written by a script',
  'docs/dependencies.md': 'facts about other programs, and estimates of what they replace',
  'docs/implementations.md': 'made from recordings',
  'docs/kill-matrix.md': 'made from a proof',
  'docs/leniencies.md': 'made from a catalogue',
  'docs/pitfalls.md': 'made from facts about other programs',
  'docs/requirement-reference.md': 'made from the requirements',
};

const units = [
  '%|m?s|min|[KMG]i?B|MUST|(?:second|minute|hour|day)s?|times|retries|bodies',
  '(?:byte|character|letter|digit|line|file|module|page|part|partition|core|connection|server|user)s',
  '(?:request|response|answer|case|exchange|attempt|submission|fault|variant|failure|finding|observation)s',
  '(?:check|requirement|operation|element|object|member|field|string|text|expression|example|sample)s',
].join('|');
/** What is counted, with a word in between, and what has thousands. */
const counted = new RegExp(
  `(?<![\\w.,§/-])(?:\\d+(?:\\.\\d+)?(?: [a-z]+)? (?:${units})|\\d+,\\d{3}(?: \\w+)?)(?![\\w-])`,
  'g',
);

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** The counts in the prose of a page that are in none of the known texts. */
function unknownCounts(page: string, known: readonly string[]): string[] {
  const prose = withoutCode(page)
    .replace(/^<!-- made: [\s\S]*?^<!-- end -->$/gm, '')
    .replace(/^\| (?:behaviour|gateway and setup|device) \|.*\n(?:\|.*\n)*/gm, ''); // written by other tests
  const rest = known.reduce((text, each) => text.replaceAll(each, '·'), onOneLine(prose));
  return rest.replace(/`[^`]*`|\]\([^)]*\)/g, '·').match(counted) ?? [];
}

function written(text: string, numbers: readonly number[]): string {
  const left = [...numbers];
  const next = (): string => `${left.shift()?.toLocaleString('en-US', { maximumFractionDigits: 4 })}`;
  return text.replace(/\{\}/g, next);
}

const texts: readonly (readonly [page: string, text: string])[] = [
  ...Object.entries(rows).flatMap(([page, of]) =>
    of.map(([text, numbers]) => [page, written(text, numbers)] as const),
  ),
  ...exceptions.map(([page, text]) => [page, text] as const),
];

test.each(texts)('%s says "%s".', (page, text) => {
  expect(onOneLine(textOf(page))).toContain(text);
});

test.each(documents.filter((page) => exempt[page] === undefined))(
  'Each count in the prose of %s has a source in this file, or is an exception.',
  (page) => {
    const known = texts.filter(([of]) => of === page).map(([, text]) => text);
    expect(unknownCounts(textOf(page), known)).toEqual([]);
  },
);

test('Counts in prose are found; statuses, code and known texts are none.', () => {
  expect(unknownCounts('It keeps 3 large\nfiles of 1,200, at most 2 MiB.', [])).toEqual([
    '3 large files',
    '1,200',
    '2 MiB',
  ]);
  expect(unknownCounts('`5 s` after a 404, with status 2; 7 files\n```\n8 s\n```', ['7 files'])).toEqual([]);
});
