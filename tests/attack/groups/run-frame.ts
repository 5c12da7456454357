import { footer, header, preflight, twice } from '../change-journal.ts';
import { forged } from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade, remadeBundle } from '../remake-bundle.ts';

const seconds = (text: string, by: number): string => new Date(Date.parse(text) + by * 1_000).toISOString();
const years = 366 * 86_400;

/** Runs that say something else of themselves: their document, effort, part, times and target. */
export const runFrameRows: readonly Row[] = [
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
];
