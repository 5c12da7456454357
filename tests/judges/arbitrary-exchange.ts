import fc from 'fast-check';
import { type Recording, readRecording } from '../../judges/recorded/reading/read-recording.ts';
import type { Answer, Exchange, FailureKind, HeaderPair, TransportFailure } from '../../wire/exchange.ts';
import { recordedText, rulingsText } from '../recorded/recording.ts';

/** Everything that was recorded: the valid requests and answers to alter. */
export const everyRecord: Recording = [recordedText, rulingsText].flatMap(readRecording);

const recordedAnswers = everyRecord.flatMap(({ exchange }) => exchange.answer ?? []);

/** Nested deeper than a recursive function can follow. */
export const deep = (depth: number, leaf = '1'): string => `${'['.repeat(depth)}${leaf}${']'.repeat(depth)}`;

const p256 = '3059301306072a8648ce3d020106082a8648ce3d030107034200';

/** Names that every object has, texts that parsers stumble over, and values at the limits of their types. */
const specialTexts = [
  ...[
    '',
    ' ',
    '\0',
    '\n',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'NaN',
    '1',
    '1e400',
  ],
  ...['\ud800', '\udc00x', 'é'.repeat(300), '%', '%zz', '::', '=', '====', 'A', 'AA==', 'AAAA', '_-_-'],
  ...['[redacted:token:1:2]', 'eyJhbGciOiJub25lIn0.e30.', '..', 'a.b.c', 'Bearer', 'at x (y)\n'.repeat(50)],
  // Points of P-256: at infinity, cut, off the curve.
  Buffer.from('3019301306072a8648ce3d020106082a8648ce3d03010703020000', 'hex').toString('base64'),
  Buffer.from(`${p256}04`, 'hex').toString('base64'),
  Buffer.from(`${p256}04${'11'.repeat(64)}`, 'hex').toString('base64'),
  // Wrappers whose lengths and tags are wrong.
  ...['0aff', '0a05', '0a00', '10ffffffffffffffffffff', '0b', '07', 'ffffffffffffffffffffff', '1a'].map(
    (hex) => Buffer.from(hex, 'hex').toString('base64'),
  ),
  'SIGNING_KEY_SPEC_EC_P256',
  'CRYPTO_KEY_FORMAT_RAW',
  'CRYPTO_KEY_FORMAT_DER',
  'x'.repeat(70_000),
];

const specialValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...specialTexts),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    1.5,
    1e308,
    -0,
    {},
    [],
    [[]],
    [null],
  ),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"a":1}}'),
    JSON.parse('{"toString":1}'),
    Array(50).fill({}),
  ),
  fc.constant(undefined).map(() => JSON.parse(deep(20_000)) as unknown),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.base64String({ maxLength: 200 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Changes one place of a JSON value; the numbers choose the way down to it. */
function altered(value: unknown, way: readonly number[], put: unknown): unknown {
  const [step, ...rest] = way;
  if (step === undefined || typeof value !== 'object' || value === null) return put;
  if (Array.isArray(value)) {
    const at = step % (value.length + 1);
    return [...value.slice(0, at), altered(value[at], rest, put), ...value.slice(at + 1)];
  }
  const names = Object.keys(value);
  const name = names[step % (names.length + 1)] ?? 'constructor';
  return { ...value, [name]: altered((value as Record<string, unknown>)[name], rest, put) };
}

const alterations = fc.array(
  fc.record({ way: fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }), put: specialValue }),
  { minLength: 1, maxLength: 3 },
);

/** JSON text, also of values that are nested too deep for JSON.stringify. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return `{"users":${deep(20_000)},"topologyTransactions":${deep(20_000)},"code":${deep(20_000)}}`;
  }
}

function reparsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return {};
  }
}

/** Bytes: as given, with places of their JSON altered, with bytes altered, cut, doubled, or anything. */
function bytesLike(given: Buffer): fc.Arbitrary<Buffer> {
  return fc.oneof(
    fc.constant(given),
    alterations.map((list) => {
      const value = list.reduce((one, { way, put }) => altered(one, way, put), reparsed(given));
      return Buffer.from(written(value));
    }),
    fc.tuple(fc.nat(given.length), fc.nat(255)).map(([at, byte]) => {
      const copy = Buffer.concat([given, Buffer.from([byte])]);
      copy[at] = byte;
      return copy;
    }),
    fc.nat(given.length).map((length) => given.subarray(0, length)),
    fc.constant(Buffer.concat([given, given])),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(deep(50_000), '{"a":'.repeat(20_000), '"', '[', '\ufeff{}', '{}{}', ' ', 'NaN')
      .map((text) => Buffer.from(text)),
    fc.json({ maxDepth: 3 }).map((text) => Buffer.from(text)),
  );
}

const headerText = fc.oneof(
  fc.constantFrom(
    '',
    'application/json',
    'APPLICATION/JSON; charset=x',
    'text/plain',
    'a/b+json',
    ';',
    ',',
    '1',
    '-1',
    'x',
  ),
  fc.string({ maxLength: 20 }),
);
const headerName = fc.oneof(
  fc.constantFrom(
    'Content-Type',
    'content-encoding',
    'Authorization',
    'Sec-WebSocket-Protocol',
    'Accept',
    'Host',
  ),
  fc.constantFrom(
    'Content-Length',
    'Transfer-Encoding',
    'Retry-After',
    'traceparent',
    '__proto__',
    'constructor',
    '',
  ),
  fc.string({ maxLength: 12 }),
);
const headerPair: fc.Arbitrary<HeaderPair> = fc.tuple(headerName, headerText);

function headersLike(given: readonly HeaderPair[]): fc.Arbitrary<readonly HeaderPair[]> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(given) },
    { weight: 1, arbitrary: fc.array(headerPair, { maxLength: 4 }).map((more) => [...given, ...more]) },
    { weight: 1, arbitrary: fc.array(headerPair, { maxLength: 6 }) },
  );
}

const status = fc.oneof(
  fc.constantFrom(200, 201, 204, 400, 401, 409, 429, 500, 503),
  fc.integer({ min: 100, max: 999 }),
);

const answer: fc.Arbitrary<Answer> = fc.constantFrom(...recordedAnswers).chain((given) =>
  fc.record({
    status: fc.oneof({ weight: 2, arbitrary: fc.constant(given.status) }, { weight: 1, arbitrary: status }),
    reason: fc.constantFrom('', 'OK'),
    headers: headersLike(given.headers),
    body: bytesLike(given.body),
  }),
);

const failureKinds: readonly FailureKind[] = [
  'closed',
  'cut',
  'timeout',
  'endless',
  'protocol',
  'undecodable',
];
const failure: fc.Arbitrary<TransportFailure> = fc
  .constantFrom(...failureKinds)
  .map((kind) => ({ kind, message: 'It ended.' }));

const targets = fc.oneof(
  fc.constantFrom(
    '/v2/users',
    '/v2/users?pageSize=1',
    '/v2/users?pageToken=%zz&pageSize=x',
    '?',
    '',
    '*',
    'http://[',
    '/%',
  ),
  fc.constantFrom(
    '/v2/users?__proto__=1&constructor=2',
    '/v2/users?pageToken=%ff',
    '//',
    'http://a/v2/users',
  ),
  fc.string({ maxLength: 30 }),
);

/** A request like a recorded one, and any answer, failure, or both. */
export const exchange: fc.Arbitrary<Exchange> = fc.constantFrom(...everyRecord).chain(({ exchange: given }) =>
  fc
    .record({
      method: fc.oneof(
        { weight: 4, arbitrary: fc.constant(given.request.method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', '', 'x y') },
      ),
      target: fc.oneof(
        { weight: 3, arbitrary: fc.constant(given.request.target) },
        { weight: 1, arbitrary: targets },
      ),
      headers: headersLike(given.request.headers),
      body: bytesLike(given.request.body),
      // Half of the answers are like the one that the request got.
      answer: fc.option(
        given.answer === undefined
          ? answer
          : fc.oneof(
              answer,
              fc.record({
                status: fc.constant(given.answer.status),
                reason: fc.constant(''),
                headers: headersLike(given.answer.headers),
                body: bytesLike(given.answer.body),
              }),
            ),
        { nil: undefined, freq: 12 },
      ),
      failure: fc.option(failure, { nil: undefined, freq: 1 }),
      id: fc.nat(1_000_000).map(String),
    })
    .map(({ method, target, headers, body, answer: got, failure: ended, id }) => ({
      id,
      request: { method, target, headers, body },
      ...(got === undefined ? {} : { answer: got }),
      ...(got === undefined || ended?.kind === 'cut'
        ? { failure: ended ?? { kind: 'closed', message: 'It ended.' } }
        : {}),
      ms: 1,
    })),
);
