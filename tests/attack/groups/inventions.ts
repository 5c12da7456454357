import { header, preflight } from '../change-journal.ts';
import {
  type Change,
  edited,
  exchangesPath,
  inLines,
  type Loose,
  runPath,
  textOf,
  withFooter,
} from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';

/** Changes the lines of the exchanges. */
const exchanges =
  (change: (lines: string[]) => readonly string[]): Change =>
  (files) => {
    inLines(exchangesPath, change)(files);
    withFooter(files);
  };

/** What case lines say of the sizes of requests. */
const putSizesRight: Change = (files) => {
  const sizes = new Map<string, number>();
  inLines(exchangesPath, (lines) => {
    for (const line of lines) {
      const { id, request } = JSON.parse(line) as Loose;
      const body = Buffer.from(
        request.body ?? request.bodyBase64 ?? '',
        'body' in request ? 'utf8' : 'base64',
      );
      const heads = request.headers.map(([name, value]: string[]) => `${name}${value}`.length);
      sizes.set(
        id,
        heads.reduce((sum: number, each: number) => sum + each, body.length),
      );
    }
    return lines;
  })(files);
  inLines(runPath, (lines) =>
    lines.map((line) =>
      line.replace(
        /("exchange":"([^"]+)","cameBack":\{[^}]*\},"bytes":)\d+/g,
        (_, before: string, id: string) => `${before}${sizes.get(id)}`,
      ),
    ),
  )(files);
};

/** Changes the text of all exchanges. */
const inText =
  (change: (text: string) => string): Change =>
  (files) => {
    edited(exchangesPath, change)(files);
    putSizesRight(files);
    withFooter(files);
  };

/** Copies the first exchange of the preflight under other ids. */
const copied = (...ids: readonly string[]): Change =>
  exchanges((lines) => {
    const one = lines.find((line) => line.startsWith('{"id":"preflight@list-users/1 ')) ?? '';
    return [...lines, ...ids.map((id) => one.replace(/^\{"id":"[^"]*"/, `{"id":"${id}"`))];
  });

const good = 'HTTP-STABLE@generate-topology/paced-1';

/** Copies a good case with its judgement and exchanges as cases of a soak. */
const asSoakCases =
  (times: number): Change =>
  (files) => {
    const copies = (line: string): string[] =>
      Array.from({ length: times }, (_, index) =>
        line.replaceAll(good, `HTTP-STABLE@generate-topology/soak-${index}`),
      );
    const isGood = (line: string): boolean => line.includes(`"${good}"`) || line.includes(`"${good}#`);
    for (const path of [runPath, exchangesPath])
      inLines(path, (lines) => lines.flatMap((line) => (isGood(line) ? [line, ...copies(line)] : [line])))(
        files,
      );
    withFooter(files);
  };

const mark = (kind: string): RegExp => new RegExp(`\\[redacted:${kind}:\\d+:[0-9a-f]+\\]`, 'g');

/** Puts the valid token in the place of others; `shown` makes a mark of its mark and that of the other. */
const validFor = (kind: string, shown: (valid: string, other: string) => string): Change =>
  inText((text) => {
    const [valid = ''] = mark('token').exec(text) ?? [];
    return text.replace(mark(kind), (other) => shown(valid, other));
  });

/** Puts it there with its end. */
const validAndEndFor = (kind: string): Change =>
  inText((text) => {
    const lines = text.split('\n');
    const [valid = ''] = mark('token').exec(text) ?? [];
    const end = /"tokenEnds":-?\d+/.exec(lines.find((line) => line.includes(valid)) ?? '')?.[0] ?? '';
    const marks = mark(kind);
    return lines
      .map((line) =>
        line.search(marks) === -1
          ? line
          : line
              .replace(marks, () => valid)
              .replace(/("at":\d+,)(?:"tokenEnds":-?\d+,)?/, (_, at: string) => `${at}${end},`),
      )
      .join('\n');
  });

const digestOf = (text: string): string => /([0-9a-f]+)\]$/.exec(text)?.[1] ?? '';

/** Moves every time in a member by so many milliseconds. */
const moved = (names: string, by: number): Change => {
  const move = (text: string): string =>
    text.replace(
      new RegExp(`"(${names})":(\\d{13})`, 'g'),
      (_, name: string, at: string) => `"${name}":${Number(at) + by}`,
    );
  return (files) => {
    edited(exchangesPath, move)(files);
    if (names.includes('at')) edited(runPath, move)(files);
    withFooter(files);
  };
};

const tenYears = 10 * 365 * 86_400_000;

/** A target under another address, which the requests go to all the same. */
export const atAddress = (change: (baseUrl: string) => string): Change[] => [
  header(({ target }) => {
    target.kind = 'target';
  }),
  preflight(({ facts }) => {
    facts.kind = 'target';
    facts.baseUrl = change(facts.baseUrl);
  }),
  (files) => {
    const [, baseUrl = ''] =
      /^\{"type":"preflight".*?"baseUrl":"([^"]+)"/m.exec(textOf(files, runPath)) ?? [];
    header(({ target }) => {
      target.baseUrl = baseUrl;
    })(files);
  },
];

const inputs = (change: (inputs: Loose) => void): Change => preflight((line) => change(line.inputs));
const notGenerated = 'The evidence is not what a run with seed';

/** What no run records: exchanges under names that belong to no case, other credentials, settings and times. */
export const inventionRows: readonly Row[] = [
  [
    'an exchange more of the preflight',
    remade(copied('preflight@list-users/99 listing#1')),
    8,
    'belongs to no case',
  ],
  [
    'a connection more than the preflight opened',
    remade(copied('preflight@list-users/connection 999')),
    8,
    'the run sends preflight@list-users/connection',
  ],
  [
    'an exchange of a final liveness check that shows nothing',
    remade(copied('final-liveness@list-users/1')),
    8,
    'belongs to no case',
  ],
  [
    'exchanges of a soak that there was not',
    remade(copied('HTTP-STABLE@list-users/soak-1#1')),
    8,
    'belongs to no case',
  ],
  [
    'a thousand copies of a good case as those of a soak',
    remade(asSoakCases(1_000)),
    8,
    'the run has no case',
  ],
  [
    'the mark of the valid token for that of every expired one',
    remade(validAndEndFor('expired-token')),
    8,
    notGenerated,
  ],
  [
    'the digest of the valid token in the mark of every expired one',
    remade(validFor('expired-token', (valid, other) => other.replace(digestOf(other), digestOf(valid)))),
    7,
    'is that of two',
  ],
  [
    'another word in front of every token',
    remade(
      inText((text) => text.replaceAll('Bearer [redacted:', 'Basic [redacted:')),
      edited(runPath, (text) => text.replaceAll('Bearer [redacted:', 'Basic [redacted:')),
    ),
    8,
    notGenerated,
  ],
  [
    'expired tokens that expire later',
    remade(
      inText((text) =>
        text.replace(
          /(\[redacted:expired-token:.*"tokenEnds":)\d+/g,
          (_, before: string) => `${before}${4e12}`,
        ),
      ),
    ),
    7,
    'had not expired',
  ],
  [
    'a timeout of a millisecond',
    remade(
      inputs((each) => {
        each.timeoutMs = 1;
      }),
    ),
    7,
    'TARGET_TIMEOUT_MS',
  ],
  [
    'no limit for bodies',
    remade(
      inputs((each) => {
        each.bodyMebibytes = 100_000;
      }),
    ),
    7,
    'TARGET_BODY_LIMIT_MIB',
  ],
  [
    'a base URL with a user that looks like a host',
    remade(...atAddress((baseUrl) => baseUrl.replace('://', '://ledger.bank.example@'))),
    7,
    'it contains a user or password',
  ],
  [
    'a base URL with a fragment',
    remade(...atAddress((baseUrl) => `${baseUrl}/#ledger.bank.example`)),
    7,
    'it contains a fragment',
  ],
  [
    'a base URL with a query',
    remade(...atAddress((baseUrl) => `${baseUrl}/?ledger.bank.example`)),
    7,
    'it contains a query',
  ],
  [
    'all times of exchanges ten years back',
    remade(moved('at|endedAt|tokenEnds', -tenYears)),
    7,
    'while the run',
  ],
  [
    'all times of exchanges in ten years',
    remade(moved('at|endedAt|tokenEnds', tenYears)),
    7,
    'while the run',
  ],
  [
    'exchanges at no time',
    remade((files) => {
      // Judges need the times of others.
      const isOfNoCase = (line: string): boolean =>
        line.startsWith('{"id":"preflight@list-users/connection ');
      inLines(exchangesPath, (lines) =>
        lines.map((line) => (isOfNoCase(line) ? line.replace(/"at":\d{13},/, '') : line)),
      )(files);
      withFooter(files);
    }),
    7,
    'does not say when it was sent',
  ],
  [
    'an answer that took a day',
    remade(
      exchanges((lines) =>
        lines.map((line) =>
          line.startsWith('{"id":"preflight@list-users/connection 1"')
            ? line.replace(/"ms":[\d.]+\}$/, '"ms":86400000}')
            : line,
        ),
      ),
    ),
    7,
    'took longer than',
  ],
];
