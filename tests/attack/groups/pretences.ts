import { header, preflight, withLine } from '../change-journal.ts';
import {
  type Change,
  exchangesPath,
  inFirst,
  inLines,
  type Loose,
  runPath,
  textOf,
  withFooter,
} from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';
import { attempts, eachLine, exchanges } from './contradictions.ts';

const tokenMark = /\[redacted:token:\d+:[0-9a-f]+\]/;

/** Changes the marks of valid tokens, and what is said of their ends. */
const marked = (change: (mark: string, exchange: Loose) => string): Change =>
  exchanges((exchange) => {
    for (const pair of exchange.request.headers)
      pair[1] = pair[1].replace(tokenMark, (mark: string) => change(mark, exchange));
  });

/** All clients have the token that was sent first, but where it has claims of its own. */
const oneToken = (): Change => {
  let first: { readonly mark: string; readonly ends: number } | undefined;
  return marked((mark, exchange) => {
    if (exchange.tokenEnds === undefined || /^AUTH-(?:OPEN|LENIENT)/.test(exchange.id)) return mark;
    first ??= { mark, ends: exchange.tokenEnds };
    exchange.tokenEnds = first.ends;
    return first.mark;
  });
};

/** One request has the token of another client, which that has sent before. */
const anotherToken = (): Change => {
  let first: { readonly mark: string; readonly ends: number } | undefined;
  let isDone = false;
  return marked((mark, exchange) => {
    if (isDone || !exchange.id.startsWith('LU-SUCCESS@list-users/')) return mark;
    first ??= { mark, ends: exchange.tokenEnds };
    if (mark === first.mark) return mark;
    isDone = true;
    exchange.tokenEnds = first.ends;
    return first.mark;
  });
};

/** Moves the end of a token that was accepted wherever it was sent, or leaves it out. */
const ends =
  (change: (tokenEnds: number) => number | undefined): Change =>
  (files) => {
    const uses = new Map<string, number>();
    for (const line of textOf(files, exchangesPath).split('\n').slice(0, -1)) {
      const { request, response, tokenEnds } = JSON.parse(line) as Loose;
      const [mark] = request.headers.flatMap(([, value]: string[]) => tokenMark.exec(value ?? '') ?? []);
      const isRefused = [401, 403].includes(response?.status) || tokenEnds === undefined;
      if (mark !== undefined) uses.set(mark, isRefused ? Number.NaN : (uses.get(mark) ?? 0) + 1);
    }
    const [[own] = ['']] = [...uses].filter(([, times]) => times > 0).sort(([, a], [, b]) => b - a);
    marked((mark, exchange) => {
      if (mark === own && exchange.tokenEnds !== undefined) exchange.tokenEnds = change(exchange.tokenEnds);
      return mark;
    })(files);
  };

const tenYears = 10 * 365 * 86_400_000;
const tenMinutes = 600_000;

/** Whatever is of the cases with such ids is left out. */
const withoutCases =
  (isLeftOut: RegExp): Change =>
  (files) => {
    for (const path of [runPath, exchangesPath])
      inLines(path, (lines) =>
        lines.filter(
          (line) => !isLeftOut.test(/"(?:id|case)":"([^"]*)"/.exec(line.slice(0, 300))?.[1] ?? ''),
        ),
      )(files);
    withFooter(files);
  };

const inputs = (change: (inputs: Loose) => void): Change => preflight((line) => change(line.inputs));
const facts = (change: (facts: Loose) => void): Change => preflight((line) => change(line.facts));
const notGenerated = 'The evidence is not what a run with seed';

/** What a run is said to have been, or to have done, and was not or did not. */
export const pretenceRows: readonly Row[] = [
  ['one token under all clients', remade(oneToken()), 8, 'its token is that of another client'],
  ['the token of another client', remade(anotherToken()), 8, 'its token is that of another client'],
  [
    'tokens of a list that there was not',
    remade(
      facts((each) => {
        each.tokens = 29;
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'tokens of a client that live for ten years',
    remade(ends((at) => at + tenYears)),
    8,
    'ends at another time',
  ],
  ['valid tokens that had ended', remade(ends((at) => at - tenMinutes)), 8, 'ends at another time'],
  ['valid tokens that do not say when they end', remade(ends(() => undefined)), 8, 'ends at another time'],
  [
    'requests that took longer than they were under way',
    remade(
      exchanges((exchange) => {
        if (!exchange.id.startsWith('preflight@')) exchange.ms += 1_000;
      }),
    ),
    8,
    'took longer than it was under way',
  ],
  [
    'all requests at one moment',
    remade(
      attempts((attempt) => {
        if (attempt.moments !== undefined) attempt.moments = [1, 2];
      }),
    ),
    8,
    'were sent at one moment',
  ],
  [
    'requests on connections before what was sent on them before',
    remade(
      (() => {
        let at = 0;
        return attempts((attempt) => {
          if ((attempt.behind ?? []).length === 0) return;
          at += 1e-6;
          attempt.moments = [at / 2, attempt.moments[1]];
        });
      })(),
    ),
    8,
    'before what it came behind',
  ],
  [
    'a proxy that is no setting',
    remade(
      inputs((each) => {
        each.proxy = 'NO_PROXY_AT_ALL';
      }),
    ),
    6,
    'must be equal to one of the allowed values',
  ],
  [
    'a public key besides the key',
    remade(
      inputs((each) => {
        each.publicKey = true;
      }),
    ),
    7,
    'that only a public key is known',
  ],
  [
    'headers of a gateway that no request has',
    remade(
      inputs((each) => {
        each.gateway = [['X-Gateway', '[redacted:gateway-header:20:0123456789ab]']];
      }),
    ),
    8,
    notGenerated,
  ],
  ['no ordinary clients at the beginning', remade(withoutCases(/\/paced-/)), 8, 'is missing'],
  [
    'a fixed User-Agent',
    remade(
      header(({ run }) => {
        run.userAgent = 'acme/1.0';
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'waivers that are none',
    remade(withLine({ type: 'waivers', waivers: [] })),
    6,
    'must NOT have fewer than 1 items',
  ],
  [
    'a check that knows nothing of the execute bodies',
    remade(
      eachLine(runPath, (line) => {
        if (line.type === 'check' && line.known !== undefined)
          line.known = { accepted: [], reuse: 'unknown' };
      }),
    ),
    8,
    'is recorded differently',
  ],
  [
    'a check that knows bodies as accepted which nobody sent',
    remade(
      eachLine(runPath, (line) => {
        if (line.type === 'check' && line.known !== undefined) line.known.accepted = [40];
      }),
    ),
    8,
    'does not end as recorded',
  ],
  [
    'an operation that answered as another software',
    remade(
      facts((each) => {
        each.operations['list-users'].seen = 'nginx/1.25';
      }),
    ),
    8,
    notGenerated,
  ],
  [
    'a check that was left out for want of a setting',
    remade(
      withoutCases(/^HTTP-OPEN-PIPELINING@|^LU-OPEN/),
      eachLine(runPath, (line) => {
        if (line.type === 'check' && /^LU-OPEN/.test(line.requirement))
          Object.assign(line, { state: 'not-exercised', reason: 'no case was generated', kind: 'no-case' });
      }),
    ),
    8,
    'is missing',
  ],
  [
    'a stop of no operation',
    remade(
      inFirst(runPath, /^\{"type":"footer"/, ({ exchanges: all, ...line }) => ({
        ...line,
        stopped: {},
        exchanges: all,
      })),
    ),
    6,
    'must NOT have fewer than 1 properties',
  ],
];
