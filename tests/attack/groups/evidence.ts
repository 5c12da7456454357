import { twice, withLine, without } from '../change-journal.ts';
import { exchangesPath, forged, inLines, replaced, runPath, withFooter } from '../change-run.ts';
import { forgeriesOf, type Row } from '../forgery.ts';
import { remade, remadeBundle } from '../remake-bundle.ts';
import { runFrameRows } from './run-frame.ts';
import { sumRows } from './sums.ts';

/** Lines that are left out or repeated. */
const rows: readonly Row[] = [
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

export const evidenceForgeries = forgeriesOf('evidence', [...sumRows, ...runFrameRows, ...rows]);
