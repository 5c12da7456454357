import { gzipSync } from 'node:zlib';
import { caseLine } from '../../../journal/case-line.ts';
import { fromStored } from '../../../journal/stored-exchange.ts';
import { requirement } from '../../../requirements/catalogue.ts';
import { loadProfile } from '../../../settings/load-profile.ts';
import { checkOfCase } from '../../../specs/all.ts';
import { footer, header, preflight } from '../change-journal.ts';
import {
  type Change,
  exchangesPath,
  inLines,
  type Loose,
  runPath,
  textOf,
  withFooter,
} from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';

/** Changes every line of a file. */
export const eachLine = (path: string, change: (line: Loose) => void): Change =>
  inLines(path, (lines) =>
    lines.map((line) => {
      const value = JSON.parse(line) as Loose;
      change(value);
      return JSON.stringify(value);
    }),
  );

/** Changes exchanges, and what the journal says of them. */
export const exchanges =
  (change: (exchange: Loose) => void): Change =>
  (files) => {
    eachLine(exchangesPath, change)(files);
    const stored = textOf(files, exchangesPath).split('\n').slice(0, -1);
    const all = new Map(stored.map((line) => JSON.parse(line) as Loose).map((each) => [each.id, each]));
    eachLine(runPath, (line) => {
      if (line.type === 'preflight') line.facts.firstTopology = all.get(line.facts.firstTopology.id);
      if (line.type !== 'case') return;
      const { type: _type, ...record } = line;
      const attempts = line.attempts.map((each: Loose) => {
        const { cameBack: _cameBack, bytes: _bytes, at: _at, endedAt: _endedAt, exchange, ...place } = each;
        return { ...place, exchange: fromStored(all.get(exchange)) };
      });
      Object.assign(line, JSON.parse(JSON.stringify(caseLine({ ...record, attempts }))));
    })(files);
    withFooter(files);
  };

/** Gives the answer of one case another body. */
const answered = (change: (response: Loose) => object): Change =>
  exchanges((exchange) => {
    if (exchange.id !== 'GT-SUCCESS@generate-topology/1#1') return;
    const { status, reason, headers, body } = exchange.response;
    const { coding = [], ...content } = change(body) as Loose;
    const length = Buffer.byteLength(content.body ?? content.bodyBase64, content.body ? 'utf8' : 'base64');
    const others = headers.filter(([name]: string[]) => !/^content-length$/i.test(name ?? ''));
    const framed = [...others, ['Content-Length', String(content.length ?? length)], ...coding];
    delete content.length;
    exchange.response = { status, reason, headers: framed, ...content };
  });

const otherBody = '{"another":"body"}';
const gzip = { coding: [['Content-Encoding', 'gzip']], bodyBase64: gzipSync(otherBody).toString('base64') };

/** Changes the ends of the tokens with a mark. */
const ends = (kind: string, change: (at: number, place: number) => number): Change => {
  let place = 0;
  return exchanges((exchange) => {
    const isMarked = JSON.stringify(exchange.request.headers).includes(`[redacted:${kind}:`);
    if (!isMarked || exchange.tokenEnds === undefined || exchange.id.startsWith('AUTH-OPEN-')) return;
    place += 1;
    exchange.tokenEnds = change(exchange.at, place);
  });
};

/** Adds requests to a case that was answered: the first one of it again, in these roles. */
const sentMore =
  (...roles: readonly object[]): Change =>
  (files) => {
    const id = 'LU-SUCCESS@list-users/1';
    inLines(exchangesPath, (lines) => {
      const first = lines.find((line) => line.startsWith(`{"id":"${id}#1"`)) ?? '';
      return [...lines, ...roles.map((_, at) => first.replace(`${id}#1`, `${id}#${at + 2}`))];
    })(files);
    eachLine(runPath, (line) => {
      if (line.type !== 'case' || line.id !== id) return;
      const [first] = line.attempts;
      const more = roles.map((role, at) => ({
        ...role,
        ordinal: at + 2,
        attempt: 1,
        ...('repeats' in role ? { repeats: role.repeats } : {}),
        moments: [first.moments[1] + 2 * at + 1, first.moments[1] + 2 * at + 2],
        exchange: `${id}#${at + 2}`,
      }));
      line.attempts.push(...more);
    })(files);
    exchanges(() => undefined)(files);
    judged(id)(files);
  };

/** Judges a case again, as a vendor can. */
const judged =
  (id: string): Change =>
  (files) => {
    const stored = textOf(files, exchangesPath).split('\n').slice(0, -1);
    const own = stored
      .map((line) => JSON.parse(line) as Loose)
      .filter((each) => each.id.startsWith(`${id}#`));
    const all = new Map(own.map((each) => [each.id, fromStored(each)]));
    let judgement: object = {};
    eachLine(runPath, (line) => {
      if (line.type === 'case' && line.id === id) {
        const attempts = line.attempts.map((each: Loose) => ({ ...each, exchange: all.get(each.exchange) }));
        const of = { requirement: requirement(line.requirement), profile: loadProfile('document') };
        judgement = checkOfCase(id)?.judge({ ...line, attempts }, of) ?? {};
      }
      if (line.type === 'judgement' && line.case === id)
        Object.assign(line, JSON.parse(JSON.stringify(judgement)));
    })(files);
  };

export const attempts = (change: (attempt: Loose) => void): Change =>
  eachLine(runPath, (line) => {
    if (line.type === 'case') line.attempts.forEach(change);
  });

const decodes = 'does not decode to what is recorded as its content';
const notGenerated = 'The evidence is not what a run with seed';
const inAYear = 365 * 86_400_000;

/** What one part of the evidence says, and another one does not. */
export const contradictionRows: readonly Row[] = [
  [
    'content that another body is said to decode to',
    remade(answered((body) => ({ ...gzip, decoded: body }))),
    6,
    decodes,
  ],
  [
    'decoded content of a body that is not encoded',
    remade(answered((body) => ({ body: otherBody, decoded: body }))),
    6,
    decodes,
  ],
  ['an encoded body without its content', remade(answered(() => gzip)), 6, decodes],
  [
    'a body that is longer than its head says',
    remade(answered((body) => ({ body, length: 1 }))),
    6,
    'not as long as its Content-Length says',
  ],
  [
    'one token that ends at many times',
    remade(ends('token', (at, place) => at + inAYear * place)),
    7,
    'of another length or end',
  ],
  [
    'one token of many lengths',
    remade(
      exchanges(({ id, request }) => {
        for (const header of request.headers)
          header[1] = header[1].replace(/\[redacted:token:\d+:/, `[redacted:token:${id.length + 100}:`);
      }),
    ),
    7,
    'of another length or end',
  ],
  [
    'expired tokens that ended a moment before',
    remade(ends('expired-token', (at) => at - 1)),
    7,
    'had not expired five minutes before',
  ],
  [
    'a start in the year before',
    remade(
      header((line) => {
        line.startedAt = new Date(Date.parse(line.startedAt) - inAYear).toISOString();
      }),
    ),
    7,
    'more than an hour after the run began',
  ],
  [
    'no clock of the target',
    remade(
      preflight(({ facts }) => {
        delete facts.clockAhead;
      }),
    ),
    8,
    '"clockAhead" of the preflight',
  ],
  [
    'a token that ends soon, although there is its key',
    remade(
      preflight(({ facts }) => {
        facts.endsSoon = true;
      }),
    ),
    8,
    '"endsSoon" of the preflight',
  ],
  [
    'no order of requests',
    remade(
      attempts((attempt) => {
        delete attempt.moments;
      }),
    ),
    8,
    'is recorded differently',
  ],
  [
    'requests that ended before they were sent',
    remade(attempts(({ moments }) => moments?.reverse())),
    8,
    'is recorded differently',
  ],
  [
    'connections on which nothing was sent before',
    remade(
      attempts((attempt) => {
        delete attempt.behind;
      }),
    ),
    8,
    'is recorded differently',
  ],
  [
    'connections on which something else was sent before',
    remade(attempts(({ behind }) => behind?.reverse())),
    8,
    'is recorded differently',
  ],
  [
    'a request that was answered, sent again',
    remade(sentMore({ role: 'repeat', repeats: 1 })),
    8,
    'LU-SUCCESS@list-users/1#2 belongs to no case',
  ],
  [
    'a valid request to compare an answer with',
    remade(sentMore({ role: 'control' })),
    8,
    'LU-SUCCESS@list-users/1#2 belongs to no case',
  ],
  [
    'the lines of the journal in reverse',
    remade(inLines(runPath, (lines) => lines.toReversed())),
    6,
    'does not begin with its run',
  ],
  [
    'a number of cases of a run that is no soak',
    remade(
      header((line) => {
        const { seed, nonce, effort, ...more } = line.run;
        line.run = { seed, nonce, effort, cases: 100, ...more };
      }),
    ),
    7,
    'A soak, and no other run',
  ],
  [
    'a target that was gone at the end, which nothing shows',
    remade(
      footer(({ type, finishedAt, ended, exchanges: all }) => ({
        ...{ type, finishedAt, ended, targetGone: true, exchanges: all },
      })),
    ),
    8,
    notGenerated,
  ],
];
