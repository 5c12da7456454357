import fc from 'fast-check';
import { altered } from '../../generators/credentials.ts';
import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import { underSubmissionId } from '../../generators/execute-submission.violations.ts';
import { fullGenerateTopology, validGenerateTopology } from '../../generators/generate-topology.ts';
import { malformedBodies, malformedText } from '../../generators/malformed-json.ts';
import { draw } from '../../generators/seeding.ts';
import type { RequestStem } from '../../generators/violations.ts';
import { isObject } from '../../json/read-json.ts';
import { violations } from '../../operations/violations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { presentText } from '../../wire/credential.ts';
import type { HeaderPair } from '../../wire/exchange.ts';
import { drawnEdits } from './drawn-edits.ts';

/** One request of the probe, and what was done to a valid one. */
export interface ProbeRequest {
  readonly operation: Operation;
  /** The kinds of mutations: none for a valid request, two for a pair. */
  readonly kinds: readonly string[];
  /** Distinguishes requests of the same kinds. */
  readonly detail: string;
  readonly body?: Buffer;
  readonly query?: string;
  /** Instead of the valid token as Bearer. */
  readonly credential?: readonly HeaderPair[];
}

/** What requests are made from. */
export interface ProbeParts {
  readonly seed: number;
  readonly token: string;
  readonly synchronizer: string;
  readonly participantUids: readonly string[];
  /** A body that execute accepts. */
  readonly executeBody: Readonly<Record<string, unknown>>;
  /** How many requests are drawn at random for each operation with a body. */
  readonly draws: number;
}

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Every request of a probe: catalogue and corpora on every field, pairs of mutations, and random values and texts. */
export function probeRequests(parts: ProbeParts): ProbeRequest[] {
  const options = { synchronizer: parts.synchronizer, participantUids: parts.participantUids };
  const topology = [
    fullGenerateTopology(options, parts.seed),
    ...draw(validGenerateTopology({ ...options, identity: String(parts.seed) }), parts.seed, 2),
  ];
  return [
    ...topology.flatMap((body, index) => ofBody('generate-topology', body, parts, index)),
    ...[parts.executeBody, placeholderExecuteBody('field', parts.seed)].flatMap((body, index) =>
      ofBody('execute-submission', body, parts, index),
    ),
    ...ofQueries(),
    ...ofCredentials(parts, topology[0]),
  ];
}

function ofBody(
  operation: 'generate-topology' | 'execute-submission',
  body: object,
  parts: ProbeParts,
  index: number,
): ProbeRequest[] {
  const stem: RequestStem = `${operation}.request`;
  const seed = parts.seed + index;
  const one = (kinds: readonly string[], detail: string, sent: Buffer): ProbeRequest => ({
    operation,
    kinds,
    detail: `${index}/${detail}`,
    body: sent,
  });
  const singles = violations(stem, body).map((each, at) => {
    const fresh = operation === 'execute-submission' ? underSubmissionId(each, `field-${index}-${at}`) : each;
    const detail = `${each.pointer} ${each.keyword} ${each.detail ?? ''}`;
    return one([each.kind], detail, fresh.text === undefined ? bytes(fresh.body) : Buffer.from(fresh.text));
  });
  const valid = bytes(body);
  return [
    one([], 'valid', valid),
    ...singles,
    ...malformedBodies(valid).map((each) => one([each.kind], each.detail ?? '', each.bytes)),
    ...draw(malformedText(valid), seed, parts.draws).map((sent, at) =>
      one(['damaged-text'], String(at), sent),
    ),
    ...Object.entries(drawnEdits).flatMap(([kind, edit]) =>
      draw(edit(body), seed, parts.draws).map((sent, at) => one([kind], String(at), sent)),
    ),
    ...draw(pairOf(stem, body), seed, parts.draws).map(({ kinds, detail, sent }) => one(kinds, detail, sent)),
  ];
}

/** Two mutations at once, the second in the body that the first one left. */
function pairOf(
  stem: RequestStem,
  body: object,
): fc.Arbitrary<{ kinds: readonly string[]; detail: string; sent: Buffer }> {
  const first = violations(stem, body).filter((each) => each.text === undefined && isObject(each.body));
  return fc.record({ one: fc.constantFrom(...first), choice: fc.nat() }).map(({ one, choice }) => {
    const second = violations(stem, one.body);
    const other = second[choice % Math.max(1, second.length)];
    if (other === undefined) return { kinds: [one.kind], detail: one.pointer, sent: bytes(one.body) };
    return {
      kinds: [one.kind, other.kind],
      detail: `${one.pointer} ${other.pointer}`,
      sent: other.text === undefined ? bytes(other.body) : Buffer.from(other.text),
    };
  });
}

const oddNumbers = [
  '0',
  '-1',
  '1.5',
  '1e1',
  '+1',
  '%201',
  '1%20',
  '01',
  '0x1',
  'one',
  '',
  '2147483648',
  '9'.repeat(30),
  'true',
  'null',
  '1,2',
  '%E2%82',
  'NaN',
];

function ofQueries(): ProbeRequest[] {
  const operation = 'list-users';
  const sizes = oddNumbers.map((value) => ({ kind: 'page-size', query: `pageSize=${value}` }));
  const tokens = ['', 'x', '!!', '0', '%00', 'a'.repeat(500), 'bnVsbA==', '%E2%82', 'LTE'].map((value) => ({
    kind: 'page-token',
    query: `pageToken=${value}`,
  }));
  const others = ['', 'pageSize=3', 'unknown=1', 'pageSize%5B%5D=1', 'pageSize=1&pageSize=2', '%'].map(
    (query) => ({
      kind: 'query',
      query,
    }),
  );
  return [...sizes, ...tokens, ...others].map(({ kind, query }) => ({
    operation,
    kinds: query === '' ? [] : [kind],
    detail: query,
    query,
  }));
}

function ofCredentials({ token, executeBody }: ProbeParts, topology: object | undefined): ProbeRequest[] {
  const bodies: Readonly<Partial<Record<Operation, Buffer | undefined>>> = {
    'generate-topology': bytes(topology),
    'execute-submission': bytes(executeBody),
    'list-users': undefined,
  };
  return (Object.entries(bodies) as [Operation, Buffer | undefined][]).flatMap(([operation, body]) =>
    altered(token).flatMap(({ kind, detail, token: made }) =>
      (['bearer', 'api-key'] as const).map((scheme) => ({
        operation,
        kinds: [`credential:${kind}`],
        detail: `${detail} ${scheme}`,
        ...(body === undefined ? {} : { body }),
        credential: presentText(scheme, made, 'jwt.token.'),
      })),
    ),
  );
}
