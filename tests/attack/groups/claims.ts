import { verdictFile } from '../../../certificate/manifest.ts';
import { challengeOf, demanding } from '../challenge-forgery.ts';
import { footer, header, preflight } from '../change-journal.ts';
import {
  type Change,
  edited,
  exchangesPath,
  forged,
  inFirst,
  inLines,
  inStatement,
  type Loose,
  runPath,
  textOf,
  withFooter,
} from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade, remadeBundle } from '../remake-bundle.ts';
import { eachLine, exchanges } from './contradictions.ts';
import { atAddress } from './inventions.ts';

const hour = 3_600_000;
const day = 24 * hour;
const later = (time: string, by: number): string => new Date(Date.parse(time) + by).toISOString();
const soon = (by: number): Date => new Date(Date.now() + by);

const endedLater = (by: number): Change =>
  footer((line) => {
    line.finishedAt = later(line.finishedAt, by);
  });

/** What was sent with a credential that must be rejected for another reason than its end. */
const isWrong = ({ request }: Loose): boolean => {
  const text = JSON.stringify(
    request.headers.filter(([name]: string[]) =>
      /^(authorization|sec-websocket-protocol)$/i.test(name ?? ''),
    ),
  );
  return text.includes('[redacted:other-secret:');
};

const wrongEnds = (change: (exchange: Loose) => void): Change =>
  exchanges((each) => {
    if (isWrong(each) && each.tokenEnds !== undefined) change(each);
  });

/** Gives an exchange an end of its token, where the suite writes it. */
const withEnd = (each: Loose, tokenEnds: number): void => {
  const { ms } = each;
  delete each.ms;
  Object.assign(each, { tokenEnds, ms });
};

const spread = (time: string): Change =>
  header(({ run }) => {
    run.spread = time;
  });

/** All that was said of a check but its first case. */
const givenUp =
  (requirement: string, operation: string): Change =>
  (files) => {
    const id = `${requirement}@${operation}/`;
    const isOut = (line: string): boolean => {
      const named = /"(?:id|case)":"([^"#]*)/.exec(line.slice(0, 300))?.[1] ?? '';
      return named.startsWith(id) && named !== `${id}1`;
    };
    for (const path of [runPath, exchangesPath])
      inLines(path, (lines) => lines.filter((line) => !isOut(line)))(files);
    eachLine(runPath, (line) => {
      if (line.type === 'check' && line.requirement === requirement && line.operation === operation)
        Object.assign(line, {
          state: 'inconclusive',
          reason: `${operation} stopped answering`,
          kind: 'stopped-answering',
        });
    })(files);
    withFooter(files);
  };

/** Moves every time of the evidence, as the target says it too. */
const allMoved = (by: number): Change[] => [
  (files) => {
    const move = (text: string): string =>
      text
        .replace(
          /"(at|endedAt|tokenEnds)":(\d{13})/g,
          (_, name: string, at: string) => `"${name}":${Number(at) + by}`,
        )
        .replace(
          /\["Date","([^"]+)"\]/gi,
          (_, date: string) => `["Date","${new Date(Date.parse(date) + by).toUTCString()}"]`,
        );
    for (const path of [exchangesPath, runPath]) edited(path, move)(files);
    withFooter(files);
  },
];

const notGenerated = 'The evidence is not what a run with seed';

/** What a signer says of a run, and what the run does not show, or shows otherwise. */
export const claimRows: readonly Row[] = [
  [
    'an end of the run a month behind its last request',
    (base) => ({ ...remade(endedLater(30 * day))(base), now: soon(30 * day) }),
    7,
    'before the run ended',
  ],
  [
    'a reason why a disguised run was not, in the statement',
    forged(
      (files) => files.delete('README.md'),
      inStatement(verdictFile, ({ predicate }) => {
        predicate.undisguised = 'The users of the target are machines.';
      }),
    ),
    7,
    'says why it was not',
  ],
  [
    'a reason why a disguised run was not, in the evidence',
    remade(
      header(({ run }) => {
        run.undisguised = 'The users of the target are machines.';
      }),
    ),
    7,
    'says why it was not',
  ],
  [
    'requests spread over two hours, of which one was sent late',
    (base) => ({
      ...remade(
        spread('2h'),
        endedLater(2 * hour),
        inFirst(exchangesPath, /^\{"id":"preflight@list-users\/connection 1"/, (each) => {
          each.at += 2 * hour;
        }),
        withFooter,
      )(base),
      now: soon(3 * hour),
    }),
    7,
    'spread over 2h',
  ],
  [
    'wrong tokens that had expired',
    remade(wrongEnds((each) => withEnd(each, each.at - hour))),
    8,
    notGenerated,
  ],
  [
    'wrong tokens that never end',
    remade(
      wrongEnds((each) => {
        delete each.tokenEnds;
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'an end of the token of a request that has none',
    remade(
      exchanges((each) => {
        if (each.id.startsWith('AUTH-REQUIRED@') && each.tokenEnds === undefined)
          withEnd(each, each.at + hour);
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'one wrong token in place of all of its kind',
    remade(
      (() => {
        const marks = new Map<string, string>();
        return exchanges((each) => {
          for (const pair of each.request.headers)
            pair[1] = pair[1].replace(
              /\[redacted:(signature-altered):\d+:[0-9a-f]+\]/g,
              (mark: string, kind: string) => {
                if (!marks.has(kind)) marks.set(kind, mark);
                return marks.get(kind) ?? mark;
              },
            );
        });
      })(),
    ),
    8,
    notGenerated,
  ],
  [
    'all requests of the checks at one time',
    remade(
      (() => {
        let first: number | undefined;
        return exchanges((each) => {
          if (!/^(?:GT|EX|LU)-/.test(each.id)) return;
          first ??= each.at;
          each.at = first;
        });
      })(),
    ),
    8,
    'at another time than the run says',
  ],
  [
    'an observing check that was given up, although every request was answered',
    remade(givenUp('LU-OPEN-PAGESIZE-BAD', 'list-users')),
    8,
    'does not end as recorded',
  ],
  [
    'a probe that is said to repeat another',
    remade(
      inFirst(runPath, /^\{"type":"case","id":"LU-SUCCESS@list-users\/1"/, ({ attempts }) => {
        const { role, ordinal, attempt, ...more } = attempts[0];
        attempts[0] = { role, ordinal, attempt, repeats: 1, ...more };
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'encrypted connections that were not',
    remade(...atAddress((baseUrl) => baseUrl.replace('http:', 'https:'))),
    8,
    notGenerated,
  ],
  [
    'a time with a fraction of a millisecond',
    remade(
      inFirst(exchangesPath, /^\{"id":"preflight@list-users\/connection 1"/, (each) => {
        each.at += 0.5;
      }),
      withFooter,
    ),
    6,
    'must be integer',
  ],
  [
    'a token that does not say when it was made',
    remade(
      preflight(({ inputs }) => {
        delete inputs.token.claims.iat;
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'a token with another key id',
    remade(
      preflight(({ inputs }) => {
        inputs.token.header.kid = 'another';
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'a token with claims of another length',
    remade(
      preflight(({ inputs }) => {
        inputs.token.claims.sub = 'x'.repeat(400);
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'requests of which the first was sent after the challenge had expired',
    (base) => {
      const expiresAt = challengeOf(base.challenged).expiresAt as string;
      const { startedAt } = JSON.parse(textOf(base.challenged, 'report.json')).run;
      const by = Date.parse(expiresAt) + hour / 2 - Date.parse(startedAt);
      return {
        ...demanding((own) => ({
          files: remadeBundle(own, [
            ...allMoved(by),
            header((line) => {
              line.startedAt = later(expiresAt, -1_000);
            }),
            endedLater(by),
          ]),
        }))(base),
        now: soon(by + hour),
      };
    },
    9,
    'after the challenge had expired',
  ],
];
