import { gzipSync } from 'node:zlib';
import type { Har } from 'har-format';
import { expect, test } from 'vitest';
import { har } from '../../reports/formats/har.ts';
import { readFolder } from '../../reports/report/aggregation.ts';
import { viewOf } from '../../reports/report/view.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { plainly } from '../reports/aggregated.ts';
import { hostile } from '../reports/hostile.ts';
import { aGoodRun, anAnswer, anExchange } from '../reports/journal-fixture.ts';
import { aMixedRun } from '../reports/mixed-report.ts';
import { writeRun } from '../reports/write-run.ts';
import { violations } from './published.ts';

function harOf(run = aGoodRun()): string {
  const read = readFolder(writeRun(run));
  return [...har(viewOf(read.report(plainly)))].join('');
}

/** The archive of a run with these exchanges alone. */
function entriesOf(...exchanges: readonly Exchange[]): Har['log']['entries'] {
  const text = harOf({ ...aGoodRun(), exchanges });
  expect(violations('har', text)).toEqual([]);
  return (JSON.parse(text) as Har).log.entries;
}

test.each([
  { name: 'A run in which everything passed', run: aGoodRun() },
  { name: 'A run with every outcome', run: aMixedRun() },
  { name: 'A run of a hostile target', run: aMixedRun(hostile) },
  { name: 'A run without exchanges', run: { ...aGoodRun(), exchanges: [] } },
])('$name makes an archive that is valid by the published schema and holds every exchange.', ({ run }) => {
  const text = harOf(run);
  expect(violations('har', text)).toEqual([]);
  const { entries } = (JSON.parse(text) as Har).log;
  expect(entries.map(({ comment }) => comment)).toEqual(run.exchanges.map(({ id }) => id));
});

test('The validator refuses what the form does not have.', () => {
  expect(violations('har', harOf().replace('"status":200', '"status":"200"'))).not.toEqual([]);
});

test('An entry holds request and answer as they were, with the time that is known.', () => {
  const request = { ...anExchange('x').request, target: '/ledger/v2/users?pageSize=2&pageToken=a%20b' };
  const [entry] = entriesOf(anExchange('a', { request, answer: anAnswer(400, 'no', 'text/plain'), ms: 7.5 }));
  expect(entry).toMatchObject({
    time: 7.5,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:8080/ledger/v2/users?pageSize=2&pageToken=a%20b',
      queryString: [
        { name: 'pageSize', value: '2' },
        { name: 'pageToken', value: 'a b' },
      ],
      postData: { mimeType: 'application/json', text: '{"partyHint":"alice"}' },
    },
    response: { status: 400, content: { size: 2, mimeType: 'text/plain', text: 'no' } },
    timings: { send: 0, wait: 7.5, receive: 0, connect: -1 },
  });
  expect(entry?.request.headers).toContainEqual({
    name: 'Authorization',
    value: 'Bearer [redacted:token:200:abcdef012345]',
  });
});

test('Bytes that are no UTF-8 stand in base64, in the request too.', () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00]);
  const request = { ...anExchange('x').request, body: bytes };
  const [entry] = entriesOf(anExchange('a', { request, answer: anAnswer(200, bytes) }));
  expect(entry?.request.postData).toMatchObject({ text: '//4A', _encoding: 'base64' });
  expect(entry?.response.content).toMatchObject({ text: '//4A', encoding: 'base64', size: 3 });
});

test('The content is that after decoding, and both sizes are told.', () => {
  const decoded = Buffer.from('{"users":[]}'.repeat(50));
  const body = gzipSync(decoded);
  const [entry] = entriesOf(anExchange('a', { answer: { ...anAnswer(200, body), decoded } }));
  expect(entry?.response.bodySize).toBe(body.length);
  expect(entry?.response.content).toMatchObject({
    text: decoded.toString(),
    size: decoded.length,
    compression: decoded.length - body.length,
  });
});

test('A request without an answer has status 0 and says why.', () => {
  const { answer: _, ...silent } = anExchange('a');
  const [entry] = entriesOf({ ...silent, failure: { kind: 'timeout', message: 'no answer within 5000 ms' } });
  expect(entry).toMatchObject({
    response: { status: 0, statusText: 'timeout', bodySize: -1 },
    _failure: { message: 'no answer within 5000 ms' },
  });
});

test('A request target that is not a URI is written as one.', () => {
  const request = { ...anExchange('x').request, target: '/v2/users?pageToken=ü %zz"<[]#' };
  const [entry] = entriesOf(anExchange('a', { request }));
  expect(entry?.request.url).toBe('http://127.0.0.1:8080/v2/users?pageToken=%C3%BC%20%25zz%22%3C%5B%5D%23');
});

test('Of a long body an entry holds the beginning, its size, and where the whole is.', () => {
  const long = `{"a":"${'x'.repeat(300_000)}"}`;
  const answer = anAnswer(200, long, 'application/json');
  const [entry] = entriesOf(anExchange('a', { answer }));
  expect(entry?.response.content).toMatchObject({ size: long.length, text: long.slice(0, 65_536) });
  expect(entry?.response.content.comment).toContain('exchanges.ndjson');
});

test('Of many long texts only the beginnings are written, and short ones stay complete.', () => {
  const long = `{"a":"${'x'.repeat(200_000)}"}`;
  const target = `/v2/users?pageToken=${'t'.repeat(200_000)}`;
  const exchanges = Array.from({ length: 60 }, (_, nth) =>
    anExchange(`a${nth}`, {
      request: { ...anExchange('x').request, target },
      answer: anAnswer(200, long, 'application/json'),
    }),
  );
  const short = anExchange('short', { answer: anAnswer(200, 'x'.repeat(8_000)) });
  const entries = entriesOf(...exchanges, short);
  expect(entries[0]?.request.url).toContain(target);
  expect(entries[0]?.response.content.text).toBe(long);
  const last = entries.at(-2);
  expect(last?.request.url).toBe(`http://127.0.0.1:8080${target.slice(0, 2_048)}`);
  expect(last?.request.comment).toBe('The first 2048 characters; the whole is in exchanges.ndjson.');
  expect(last?.response.content).toMatchObject({ size: long.length, text: long.slice(0, 2_048) });
  expect(entries.at(-1)?.response.content.text).toHaveLength(8_000);
  expect(JSON.stringify(entries).length).toBeLessThan(20_000_000);
});

test('Long headers are cut where no room is left for them.', () => {
  const value = 'v'.repeat(60_000);
  const answer = { ...anAnswer(200, '{}'), headers: [['X-Long', value]] as const };
  const entries = entriesOf(...Array.from({ length: 200 }, (_, nth) => anExchange(`a${nth}`, { answer })));
  expect(entries[0]?.response.headers).toEqual([{ name: 'X-Long', value }]);
  expect(entries.at(-1)?.response.headers).toEqual([
    {
      name: 'X-Long',
      value: value.slice(0, 2_048),
      comment: 'The first 2048 characters; the whole is in exchanges.ndjson.',
    },
  ]);
});
