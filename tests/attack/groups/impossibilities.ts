import { header, preflight } from '../change-journal.ts';
import { type Change, exchangesPath, inLines, type Loose, runPath, textOf } from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';
import { attempts, eachLine, exchanges } from './contradictions.ts';

const notGenerated = 'The evidence is not what a run with seed';

/** Changes the attempts of the cases with such ids. */
const attemptsOf = (ids: RegExp, change: (attempt: Loose) => void): Change =>
  eachLine(runPath, (line) => {
    if (line.type === 'case' && ids.test(line.id)) line.attempts.forEach(change);
  });

/** Moves exchanges by so many milliseconds, and what the target says of the time. */
const moved = (ids: RegExp, by: number): Change =>
  exchanges((each) => {
    if (!ids.test(each.id)) return;
    each.at += by;
    for (const pair of each.response?.headers ?? [])
      if (/^date$/i.test(pair[0])) pair[1] = new Date(Date.parse(pair[1]) + by).toUTCString();
  });

/** Replaces a text of the requests of a check by the mark of a short secret. */
const hidden =
  (kind: string, text: string): Change =>
  (files) => {
    const mark = `[redacted:${kind}:${text.length}:0123456789ab]`;
    exchanges(({ id, request }) => {
      if (!id.startsWith('LU-SUCCESS@list-users/')) return;
      request.target = request.target.replace(text, mark);
      for (const pair of request.headers) pair[1] = pair[1].replace(text, mark);
    })(files);
  };

/** A first attempt that took too long after a millisecond, and another one that got the answer. */
const overdue: Change = (files) => {
  const id = 'LU-SUCCESS@list-users/1';
  inLines(exchangesPath, (lines) =>
    lines.flatMap((line) => {
      if (!line.startsWith(`{"id":"${id}#1"`)) return [line];
      const { response: _, tokenEnds, ms: _ms, ...first } = JSON.parse(line) as Loose;
      const { at, ...rest } = first;
      const failure = { kind: 'timeout', message: 'No complete response within 5000 ms.' };
      const failed = { ...rest, failure, at, ...(tokenEnds === undefined ? {} : { tokenEnds }), ms: 1 };
      return [JSON.stringify(failed), line.replace(`${id}#1`, `${id}#1.2`)];
    }),
  )(files);
  eachLine(runPath, (line) => {
    if (line.type === 'judgement' && line.case === id) line.recovered = 1;
    if (line.type !== 'case' || line.id !== id) return;
    const [first, ...more] = line.attempts;
    const { moments, exchange, ordinal, ...rest } = first;
    const [begun, ended] = moments;
    line.attempts = [
      { role: first.role, ordinal, attempt: 1, moments: [begun - 0.004, begun - 0.003], exchange },
      {
        ...rest,
        role: 'retry',
        ordinal,
        attempt: 2,
        moments: [begun, ended],
        exchange: `${exchange}.2`,
      },
      ...more,
    ];
  })(files);
  exchanges(() => undefined)(files);
};

/** The requests on idle connections follow right behind what was sent on them before. */
const notIdle: Change = (files) => {
  const ends = new Map<string, number>();
  attempts(({ exchange, moments }) => {
    if (moments !== undefined) ends.set(exchange, moments[1]);
  })(files);
  eachLine(runPath, (line) => {
    if (line.type !== 'case' || !(line.context ?? []).includes('on-an-idle-connection')) return;
    const [first] = line.attempts;
    first.moments = [(ends.get(first.behind?.at(-1)) ?? 0) + 0.001, first.moments[1]];
  })(files);
};

/** Moves a check to the beginning of its process. */
const atTheBeginning =
  (check: string): Change =>
  (files) => {
    const isOwn = new RegExp(`^${check}`);
    const cases = textOf(files, runPath)
      .split('\n')
      .filter((line) => line.startsWith(`{"type":"case","id":"${check}`))
      .map((line) => JSON.parse(line) as Loose);
    const read = cases.flatMap((line) => line.attempts.flatMap((each: Loose) => each.moments ?? []));
    const by = Math.floor(Math.min(...read));
    moved(isOwn, -by)(files);
    attemptsOf(isOwn, (attempt) => {
      attempt.moments = attempt.moments?.map((moment: number) => moment - by);
    })(files);
  };

/** What no run can have been, as a run takes time, and what it is said to hide is not there. */
export const impossibilityRows: readonly Row[] = [
  [
    'ordinary clients that do not pause',
    remade(
      attemptsOf(/\/paced-/, (attempt) => {
        attempt.moments = attempt.moments?.map((moment: number) => moment / 1_000);
      }),
    ),
    8,
    'did not pause',
  ],
  ['ordinary clients behind all checks', remade(moved(/\/paced-/, 120_000)), 7, 'that a run begins with'],
  ['a preflight behind all checks', remade(moved(/^preflight@/, 120_000)), 7, 'that a run begins with'],
  ['idle connections that were in use', remade(notIdle), 8, 'was not idle'],
  ['a path that is hidden as a short secret', remade(hidden('gateway-header', '/users')), 8, notGenerated],
  ['a scheme that is hidden as a short secret', remade(hidden('token-secret', 'Bearer ')), 8, notGenerated],
  [
    'the reference server under the address of a product',
    remade(
      header(({ target }) => {
        target.baseUrl = 'https://ledger.example';
      }),
    ),
    7,
    'The report names the target',
  ],
  [
    'a proxy to this machine',
    remade(
      preflight(({ inputs }) => {
        const { timeoutMs, bodyMebibytes } = inputs;
        delete inputs.timeoutMs;
        delete inputs.bodyMebibytes;
        Object.assign(inputs, { proxy: 'HTTPS_PROXY', timeoutMs, bodyMebibytes });
      }),
    ),
    7,
    'goes through a proxy',
  ],
  ['an answer that took too long after a millisecond', remade(overdue), 7, 'ended sooner than'],
  [
    'bodies that were known before they were accepted',
    remade(atTheBeginning('EX-OPT-USERID@execute-submission/')),
    8,
    'does not end as recorded',
  ],
];
