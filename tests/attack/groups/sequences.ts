import { footer, header } from '../change-journal.ts';
import { type Change, exchangesPath, type Loose, runPath, textOf } from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';
import { eachLine, exchanges } from './contradictions.ts';

const hour = 3_600_000;
const year = 365 * 24 * hour;
const notGenerated = 'The evidence is not what a run with seed';

const isOfPreflight = ({ id }: Loose): boolean => id.startsWith('preflight@');
const withToken = ({ request }: Loose): boolean =>
  JSON.stringify(request.headers).includes('[redacted:token:');

/** Changes the ends of the tokens of the preflight. */
const preflightEnds = (change: (each: Loose) => void): Change =>
  exchanges((each) => {
    if (isOfPreflight(each) && withToken(each)) change(each);
  });

/** All exchanges as they are stored. */
const stored = (files: ReadonlyMap<string, Buffer>): Loose[] =>
  textOf(files, exchangesPath)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Loose);

/** Gives the exchanges of the preflight other times, from those that they have in their order. */
const preflightAt =
  (timeOf: (times: readonly number[], place: number, last: number) => number): Change =>
  (files) => {
    const all = stored(files);
    const own = all.filter(isOfPreflight).sort((one, other) => one.at - other.at);
    const last = Math.max(...all.map(({ at }) => at));
    const places = new Map(own.map(({ id }, place) => [id, place]));
    const times = own.map(({ at }) => at);
    exchanges((each) => {
      const place = places.get(each.id);
      if (place === undefined) return;
      const by = timeOf(times, place, last) - each.at;
      each.at += by;
      if (each.id.includes(' signed token')) each.tokenEnds += by;
      for (const pair of each.response?.headers ?? [])
        if (/^date$/i.test(pair[0])) pair[1] = new Date(Date.parse(pair[1]) + by).toUTCString();
    })(files);
  };

/** Moves one request in the middle of a check. */
const oneMoved = (by: number): Change => {
  let place = 0;
  return exchanges((each) => {
    if (!each.id.startsWith('GT-BODY@generate-topology/')) return;
    place += 1;
    if (place === 5) each.at += by;
  });
};

/** Changes the ends of expired tokens of an age that was asked for. */
const expired =
  (change: (each: Loose) => void): Change =>
  (files) => {
    const ids = new Set<string>();
    eachLine(runPath, (line) => {
      if (line.type !== 'case' || line.kind !== 'expired') return;
      for (const { role, exchange } of line.attempts) if (role === 'probe') ids.add(exchange);
    })(files);
    exchanges((each) => {
      if (ids.has(each.id) && each.tokenEnds !== undefined) change(each);
    })(files);
  };

/** Changes the moments of the attempts of the first case that fits. */
const inCase = (fits: (line: Loose) => boolean, change: (attempts: Loose[]) => void): Change => {
  let isDone = false;
  return eachLine(runPath, (line) => {
    if (isDone || line.type !== 'case' || !fits(line)) return;
    isDone = true;
    change(line.attempts);
  });
};

/** All ordinary requests follow each other at once, but the last one comes when it came. */
const oneLongPause: Change = (files) => {
  const own = textOf(files, runPath)
    .split('\n')
    .filter((line) => line.includes('/paced-') && line.startsWith('{"type":"case"'))
    .map((line) => JSON.parse(line) as Loose);
  const times = own.flatMap(({ operation, attempts }) =>
    attempts.map(({ exchange, moments }: Loose) => ({ operation, exchange, moments })),
  );
  const soon = new Map<string, [number, number]>();
  for (const operation of new Set(times.map((each) => each.operation))) {
    const all = times
      .filter((each) => each.operation === operation && each.moments !== undefined)
      .sort((one, other) => one.moments[0] - other.moments[0]);
    const begun = all[0]?.moments[0] ?? 0;
    for (const [place, { exchange, moments }] of all.slice(1, -1).entries())
      soon.set(exchange, [begun + 0.1 + place / 50, begun + 0.1 + place / 50 + moments[1] - moments[0]]);
  }
  eachLine(runPath, (line) => {
    for (const attempt of line.attempts ?? [])
      attempt.moments = soon.get(attempt.exchange) ?? attempt.moments;
  })(files);
};

/** What cannot have come before something else, or have ended when it is said to: in the preflight, in a check, a case, a soak, a run. */
export const sequenceRows: readonly Row[] = [
  [
    'tokens of the preflight that do not say when they end',
    remade(
      preflightEnds((each) => {
        delete each.tokenEnds;
      }),
    ),
    8,
    'ends at another time',
  ],
  [
    'tokens of the preflight that had ended',
    remade(
      preflightEnds((each) => {
        each.tokenEnds -= 24 * hour;
      }),
    ),
    8,
    'ends at another time',
  ],
  [
    'tokens of the preflight that live for ten years',
    remade(
      preflightEnds((each) => {
        each.tokenEnds += 10 * year;
      }),
    ),
    8,
    'ends at another time',
  ],
  [
    'a preflight before the last check',
    remade(preflightAt((times, place, last) => last - 1_000 + (times[place] ?? 0) - (times.at(-1) ?? 0))),
    8,
    'does not come before the checks',
  ],
  [
    'a preflight in reverse',
    remade(preflightAt((times, place) => times.at(-1 - place) ?? 0)),
    8,
    'was sent before what it follows from',
  ],
  [
    'a preflight at one moment',
    remade(preflightAt((times) => times.at(-1) ?? 0)),
    8,
    'was sent before what it follows from',
  ],
  [
    'a request in the middle of a check half an hour earlier',
    remade(oneMoved(-hour / 2)),
    7,
    'was not sent while the run lasted',
  ],
  [
    'a request in the middle of a check ten seconds earlier',
    remade(oneMoved(-10_000)),
    8,
    'at another time than the run says',
  ],
  [
    'a request in the middle of a check ten seconds later',
    remade(oneMoved(10_000)),
    8,
    'at another time than the run says',
  ],
  [
    'a run that ended before its last request',
    remade((files) => {
      const first = Math.min(...stored(files).map(({ at }) => at));
      footer((line) => {
        line.finishedAt = new Date(first + 1_000).toISOString();
      })(files);
    }),
    7,
    'was not sent while the run lasted',
  ],
  [
    'a run that began behind its first request',
    remade((files) => {
      const last = Math.max(...stored(files).map(({ at }) => at));
      header((line) => {
        line.startedAt = new Date(last).toISOString();
      })(files);
    }),
    7,
    'was not sent while the run lasted',
  ],
  [
    'expired tokens of each age that ended six minutes before',
    remade(
      expired((each) => {
        each.tokenEnds = each.at - 360_000;
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'one token that ended in 1970 for all that ended since then',
    remade((files) => {
      const old = stored(files).find(
        ({ tokenEnds, request }) =>
          Math.abs(tokenEnds) < year && JSON.stringify(request.headers).includes('[redacted:expired-token:'),
      );
      const markOf = ({ request }: Loose): string =>
        /\[redacted:expired-token:[^\]]*\]/.exec(JSON.stringify(request.headers))?.[0] ?? '';
      expired((each) => {
        const own = markOf(each);
        for (const pair of each.request.headers) pair[1] = pair[1].replace(own, markOf(old));
        each.tokenEnds = old.tokenEnds;
      })(files);
    }),
    8,
    notGenerated,
  ],
  [
    'a page that was asked for before the page in front of it was there',
    remade(
      inCase(
        ({ id, attempts }) => /^LU-PAGE/.test(id) && attempts.some(({ page }: Loose) => page?.number === 2),
        (attempts) => {
          const second = attempts.find(({ page }) => page?.number === 2);
          const first = attempts.find(
            ({ page }) =>
              page?.number === 1 && JSON.stringify(page.chain) === JSON.stringify(second.page.chain),
          );
          second.moments = [first.moments[0] - 0.0001, second.moments[1]];
        },
      ),
    ),
    8,
    'was sent before',
  ],
  [
    'a rejection before the valid request that it is compared with',
    remade(
      inCase(
        ({ id, attempts }) =>
          id.startsWith('GT-REQ-') && attempts[0].role === 'control' && attempts[0].moments === undefined,
        (attempts) => {
          const [, probe] = attempts;
          probe.moments = [0.0001, probe.moments[1]];
        },
      ),
    ),
    8,
    'was sent before',
  ],
  ['ordinary clients that pause once', remade(oneLongPause), 8, 'did not pause'],
];
