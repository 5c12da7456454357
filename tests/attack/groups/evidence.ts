import { requirements } from '../../../requirements/catalogue.ts';
import {
  type Change,
  exchangesPath,
  forged,
  inFirst,
  inLines,
  type Loose,
  replaced,
  runPath,
  withFooter,
} from '../change-run.ts';
import { forgeriesOf, type Row } from '../forgery.ts';
import { remade, remadeBundle } from '../remake-bundle.ts';

const header = (change: (line: Loose) => void): Change => inFirst(runPath, /^\{"type":"run"/, change);
const footer = (change: (line: Loose) => void): Change => inFirst(runPath, /^\{"type":"footer"/, change);
const preflight = (change: (line: Loose) => void): Change =>
  inFirst(runPath, /^\{"type":"preflight"/, change);

const without = (start: string): Change =>
  inLines(runPath, (lines) => lines.filter((line) => !line.startsWith(`{"type":"${start}"`)));

const withLine = (line: object): Change =>
  inLines(runPath, (lines) => [...lines.slice(0, -1), JSON.stringify(line), ...lines.slice(-1)]);

const twice = (type: string): Change =>
  inLines(runPath, (lines) =>
    lines.flatMap((line) => (line.startsWith(`{"type":"${type}"`) ? [line, line] : [line])),
  );

/** A sum in which every requirement of an operation was judged. */
function inventedSum(operation: string): object {
  const ids = requirements
    .filter(({ operations }) => (operations as readonly string[]).includes(operation))
    .map(({ id }) => id);
  return {
    type: 'sum',
    operation,
    partition: 0,
    upto: 900,
    exchanges: 0,
    cases: ids.map((requirement) => ({
      requirement,
      control: 'succeeded',
      body: null,
      cases: 9,
      judged: { [requirement]: 9 },
    })),
    findings: [],
    observations: [],
    undecided: [],
    unanswered: [],
    traffic: { requests: 9, seen: 9, unanswered: 0, onlyBusy: false, recovered: 0 },
  };
}

const operations = ['generate-topology', 'execute-submission', 'list-users'];
const inventedSums: Change = (files) => {
  for (const operation of operations) withLine(inventedSum(operation))(files);
};
const nothingKept: Change = (files) => {
  without('case')(files);
  without('judgement')(files);
  replaced(exchangesPath, '')(files);
  withFooter(files);
};
const asSoak: Change = (files) => {
  header(({ run }) => {
    run.effort = 'soak';
    run.cases = 2_700;
  })(files);
  const partitions = Array.from({ length: 64 }, (_, partition) => partition);
  for (const operation of operations) {
    inLines(runPath, (lines) => [
      ...lines,
      ...partitions.map((partition) =>
        JSON.stringify({
          type: 'check',
          requirement: 'HTTP-STABLE',
          operation,
          partition,
          state: 'done',
          reason: null,
        }),
      ),
    ])(files);
  }
};

const seconds = (text: string, by: number): string => new Date(Date.parse(text) + by * 1_000).toISOString();
const years = 366 * 86_400;

const rows: readonly Row[] = [
  [
    'three sums instead of any exchange',
    remade(nothingKept, inventedSums),
    7,
    'sums up cases instead of keeping them',
  ],
  [
    'a sum besides the cases',
    forged(withLine(inventedSum('list-users'))),
    7,
    'sums up cases instead of keeping them',
  ],
  [
    'sums alone, said to be of a soak',
    remade(nothingKept, inventedSums, asSoak),
    8,
    'MUST passed only by sums',
  ],
  [
    'the word of another document',
    remade(
      header((line) => {
        line.document.sha256 = '0'.repeat(64);
      }),
    ),
    7,
    'judged by another document',
  ],
  [
    'an effort that does not exist',
    remade(
      header(({ run }) => {
        run.effort = 'exhaustive';
      }),
    ),
    7,
    'the effort exhaustive, which this suite does not have',
  ],
  [
    'a quick run',
    remade(
      header(({ run }) => {
        run.effort = 'quick';
      }),
    ),
    7,
    '--effort quick',
  ],
  [
    'a run that was narrowed',
    remade(
      header(({ run }) => {
        run.only = 'LU-SUCCESS';
      }),
    ),
    7,
    '',
  ],
  [
    'a run that was narrowed to everything',
    remade(
      header(({ run }) => {
        run.only = 'generate-topology,execute-submission,list-users';
      }),
    ),
    7,
    'narrowed by --only',
  ],
  [
    'a single shard',
    remade(
      header(({ run }) => {
        run.shard = '1/2';
      }),
    ),
    7,
    'only shard 1/2',
  ],
  [
    'a run of the future',
    remade(
      header((line) => {
        line.startedAt = seconds(line.startedAt, 5 * years);
      }),
      footer((line) => {
        line.finishedAt = seconds(line.finishedAt, 5 * years);
      }),
    ),
    9,
    '',
  ],
  [
    'an end before the start',
    remade(
      footer((line) => {
        line.finishedAt = seconds(line.finishedAt, -3_600);
      }),
    ),
    7,
    'before it began',
  ],
  [
    'a start in another form',
    remade(
      header((line) => {
        line.startedAt = line.startedAt.replace('Z', '+00:00');
      }),
    ),
    6,
    'is not a time as the suite writes it',
  ],
  [
    'an end that is no time',
    remade(
      footer((line) => {
        line.finishedAt = 'yesterday';
      }),
    ),
    6,
    '',
  ],
  [
    'an end in a leap second',
    remade(
      footer((line) => {
        line.finishedAt = '2016-12-31T23:59:60Z';
      }),
    ),
    6,
    'is not a time as the suite writes it',
  ],
  [
    'a validity of a hundred years',
    (base) => ({ files: remadeBundle(base, [], '2126-01-01T00:00:00.000Z') }),
    9,
    'at most 400 days',
  ],
  [
    'a validity that ends before the run',
    (base) => ({ files: remadeBundle(base, [], '2020-01-01T00:00:00.000Z') }),
    9,
    'at most 400 days',
  ],
  [
    'a validity in another form',
    (base) => ({ files: remadeBundle(base, [], '2027-01-01T00:00:00Z') }),
    6,
    'is not a time as the suite writes it',
  ],
  [
    'another target named',
    remade(
      header(({ target }) => {
        Object.assign(target, { kind: 'target', baseUrl: 'https://ledger.example' });
      }),
    ),
    7,
    'but the run was on http://127.0.0.1',
  ],
  [
    'another target named everywhere but in the requests',
    remade(
      header(({ target }) => {
        Object.assign(target, { kind: 'target', baseUrl: 'https://ledger.example' });
      }),
      preflight(({ facts }) => {
        Object.assign(facts, { kind: 'target', baseUrl: 'https://ledger.example' });
      }),
    ),
    7,
    'was sent to 127.0.0.1',
  ],
  [
    'a target without an address',
    remade(
      header(({ target }) => {
        Object.assign(target, { kind: 'target', baseUrl: 'ours' });
      }),
      preflight(({ facts }) => {
        Object.assign(facts, { kind: 'target', baseUrl: 'ours' });
      }),
    ),
    7,
    'The report names the target ours',
  ],
  [
    'the reference server said to be a target',
    remade(
      header(({ target }) => {
        target.kind = 'target';
      }),
    ),
    7,
    'The report names the target',
  ],
  ['two footers', forged(twice('footer')), 6, 'two lines of type footer'],
  [
    'two preflights',
    (base) => ({ files: remadeBundle(base, [twice('preflight')]) }),
    6,
    'two lines of type preflight',
  ],
  ['no preflight', forged(without('preflight')), 6, 'has no preflight'],
  ['no check lines', forged(without('check')), 7, 'does not say how'],
  [
    'one check line less',
    forged(
      inLines(runPath, (lines) =>
        lines.filter((_, at) => at !== lines.findIndex((each) => each.startsWith('{"type":"check"'))),
      ),
    ),
    7,
    'does not say how 1 of',
  ],
  [
    'a check line twice',
    forged(
      inLines(runPath, (lines) => {
        const line = lines.find((each) => each.startsWith('{"type":"check"')) ?? '';
        return [...lines, line];
      }),
    ),
    6,
    'says twice how',
  ],
  [
    'a check line of a partition',
    forged(
      withLine({
        type: 'check',
        requirement: 'HTTP-STABLE',
        operation: 'list-users',
        partition: 3,
        state: 'done',
        reason: null,
      }),
    ),
    7,
    'not a check of such a run',
  ],
  [
    'a case twice',
    forged(
      inLines(runPath, (lines) => {
        const line = lines.find((each) => each.startsWith('{"type":"case"')) ?? '';
        return [...lines, line];
      }),
    ),
    6,
    'twice',
  ],
  [
    'a judgement twice',
    forged(
      inLines(runPath, (lines) => {
        const line = lines.find((each) => each.startsWith('{"type":"judgement"')) ?? '';
        return [...lines, line];
      }),
    ),
    6,
    'has two judgements of',
  ],
  [
    'a judgement without its case',
    forged(
      inLines(runPath, (lines) => {
        const at = lines.findIndex((each) => each.startsWith('{"type":"case"'));
        return lines.toSpliced(at, 1);
      }),
    ),
    6,
    'but not the case',
  ],
  [
    'a case without its judgement',
    remade(
      inLines(runPath, (lines) => {
        const at = lines.findIndex((each) => each.startsWith('{"type":"judgement"'));
        return lines.toSpliced(at, 1);
      }),
    ),
    8,
    '',
  ],
  [
    'an exchange twice',
    forged(
      inLines(exchangesPath, (lines) => [...lines, lines[0]]),
      withFooter,
    ),
    6,
    'twice',
  ],
  [
    'all exchanges left out',
    remade(replaced(exchangesPath, ''), withFooter),
    8,
    'cases cannot be judged again',
  ],
];

export const evidenceForgeries = forgeriesOf('evidence', rows);
