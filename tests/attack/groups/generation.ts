import { header, preflight } from '../change-journal.ts';
import {
  type Change,
  exchangesPath,
  inFirst,
  inLines,
  type Loose,
  runPath,
  withFooter,
} from '../change-run.ts';
import { forgeriesOf, type Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';
import { answerRows } from './answers.ts';
import { claimRows } from './claims.ts';
import { contradictionRows } from './contradictions.ts';
import { impossibilityRows } from './impossibilities.ts';
import { inventionRows } from './inventions.ts';
import { omissionRows } from './omissions.ts';
import { pretenceRows } from './pretences.ts';
import { sequenceRows } from './sequences.ts';

/** A check with cases enough that some can be left out unnoticed. */
const victim = 'GT-REQ-PARTYHINT@generate-topology';
const one = `${victim}/2`;

/** Lines of a journal that speak of cases, without those that are left out. */
function withoutCases(isLeftOut: (caseId: string) => boolean): Change {
  return (files) => {
    const caseOf = (line: string): string =>
      /^\{"type":"case","id":"([^"]+)"/.exec(line)?.[1] ??
      /^\{"type":"judgement","case":"([^"]+)"/.exec(line)?.[1] ??
      '';
    inLines(runPath, (lines) => lines.filter((line) => !isLeftOut(caseOf(line))))(files);
    inLines(exchangesPath, (lines) =>
      lines.filter((line) => {
        const id = /^\{"id":"([^"]+)#/.exec(line)?.[1];
        return id === undefined || !isLeftOut(id);
      }),
    )(files);
    withFooter(files);
  };
}

/** Changes an exchange of a case of the check. */
function inExchange(change: (exchange: Loose) => void): Change {
  return (files) => {
    inFirst(exchangesPath, new RegExp(`^\\{"id":"${one}#`), change)(files);
    withFooter(files);
  };
}

/** Copies a case so many times, with its judgement and exchanges, under other numbers. */
function copied(times: number): Change {
  return (files) => {
    const numbers = Array.from({ length: times }, (_, index) => 9_000 + index);
    const copies = (line: string): string[] => [
      line,
      ...numbers.map((number) =>
        line.replaceAll(`"${one}"`, `"${victim}/${number}"`).replaceAll(`${one}#`, `${victim}/${number}#`),
      ),
    ];
    inLines(runPath, (lines) =>
      lines.flatMap((line) =>
        line.startsWith(`{"type":"case","id":"${one}"`) ||
        line.startsWith(`{"type":"judgement","case":"${one}"`)
          ? copies(line)
          : [line],
      ),
    )(files);
    inLines(exchangesPath, (lines) =>
      lines.flatMap((line) => (line.startsWith(`{"id":"${one}#`) ? copies(line) : [line])),
    )(files);
    withFooter(files);
  };
}

/** All refusals of a check point at the exchanges of its first case. */
const onePicture: Change = (files) => {
  let attempts: Loose;
  inLines(runPath, (lines) =>
    lines.map((line) => {
      if (!line.startsWith(`{"type":"case","id":"${victim}/`)) return line;
      const value = JSON.parse(line) as Loose;
      attempts ??= value.attempts;
      return JSON.stringify({ ...value, attempts });
    }),
  )(files);
};

const notGenerated = 'The evidence is not what a run with seed';

const rows: readonly Row[] = [
  ['a case left out', remade(withoutCases((id) => id === one)), 8, notGenerated],
  [
    'half of the cases of a check left out',
    remade(withoutCases((id) => id.startsWith('EX-BODY@') && /[3579]$/.test(id))),
    8,
    notGenerated,
  ],
  [
    'all cases of a check but one left out',
    remade(withoutCases((id) => id.startsWith(`${victim}/`) && id !== `${victim}/1`)),
    8,
    notGenerated,
  ],
  [
    'all cases without a bearer token left out',
    remade(withoutCases((id) => id.startsWith('AUTH-REQUIRED@'))),
    8,
    notGenerated,
  ],
  [
    'another body',
    remade(
      inExchange(({ request }) => {
        request.body = request.body.replace(/"(?=[^"]*$)/, "'");
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'another header',
    remade(
      inExchange(({ request }) => {
        const [name, value] = request.headers.pop();
        request.headers.push([name, value.replace(/.$/, (last: string) => (last === '1' ? '2' : '1'))]);
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'headers in another order',
    remade(
      inExchange(({ request }) => {
        request.headers.push(request.headers.shift());
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'another target of a request',
    remade(
      inExchange(({ request }) => {
        request.target = request.target.replace('topology', 'topologi');
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'another seed',
    remade(
      header(({ run }) => {
        run.seed = 'another';
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'another nonce',
    remade(
      header(({ run }) => {
        run.nonce = '000000000000';
      }),
    ),
    8,
    notGenerated,
  ],
  ['refusals that all point at one exchange', remade(onePicture), 8, notGenerated],
  ['one case copied', remade(copied(1)), 8, notGenerated],
  ['a hundred copied cases', remade(copied(100)), 8, notGenerated],
  [
    'fewer users than there are',
    remade(
      preflight(({ facts }) => {
        facts.users = 3;
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'a page size that is said not to work',
    remade(
      preflight(({ facts }) => {
        facts.pageSizeWorks = facts.pageSizeWorks !== true;
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'no inputs',
    remade(
      preflight((line) => {
        delete line.inputs;
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'another execute body',
    remade(
      preflight(({ inputs }) => {
        inputs.executeBodies[0].preparedTransaction = 'AAAA';
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'a token of another form',
    remade(
      preflight(({ inputs }) => {
        inputs.token = { kind: 'opaque', length: 40 };
      }),
    ),
    6,
    'values that no run records',
  ],
  [
    'a case that is called otherwise',
    remade(
      inFirst(runPath, new RegExp(`^\\{"type":"case","id":"${one}"`), (line) => {
        line.name = 'something else';
      }),
    ),
    8,
    notGenerated,
  ],
];

/** A run that is changed, and everything else made from it: only generating it again tells. */
export const generationForgeries = forgeriesOf('generation', [
  ...rows,
  ...inventionRows,
  ...contradictionRows,
  ...pretenceRows,
  ...answerRows,
  ...claimRows,
  ...impossibilityRows,
  ...sequenceRows,
  ...omissionRows,
]);
