import { describe, expect, it } from 'vitest';
import { takes } from '../../judges/recorded/classify-http.ts';
import { readBodyText, surveyJson } from '../../judges/recorded/reading/body-text.ts';
import { readKey } from '../../judges/generate-topology/recorded.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { signingKey } from '../../generators/keys.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { kindText } from '../../journal/case-text.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { demanded } from '../generators/demands.ts';
import { recordedText } from './recording.ts';

describe('a recording', () => {
  it('is read whole, with the bytes that were sent', () => {
    const recording = readRecording(recordedText);
    const [record] = recording.filter(({ name }) => name === 'gen.raw.invalid-utf8');
    expect(recording).toHaveLength(486);
    expect(record?.exchange.request.body.includes(0xff)).toBe(true);
  });

  it('tells how long a shortened body was', () => {
    const [record] = readRecording(recordedText).filter(({ name }) => name === 'raw.gen.exact-8MiB');
    expect(record?.sentBytes).toBe(8 * 1024 * 1024);
  });

  it('counts an answer as whole that arrived before the client gave up', () => {
    const [record] = readRecording(recordedText).filter(
      ({ name }) => name === 'proto.upgrade-websocket.users',
    );
    expect(record?.exchange.failure).toBeUndefined();
  });

  it.each([
    ['{"name":"a"', 'Line 2 of the recording is not JSON.'],
    ['[]', 'Line 2 of the recording is not an exchange: it must be object.'],
    ['{"name":"a"}', 'Line 2 of the recording is not an exchange: it must have required property'],
    [
      '{"name":"a","request":{"method":1,"target":"/","headers":[]}}',
      'not an exchange at /request/method: it must be string',
    ],
    [
      '{"name":"a","request":{"method":"GET","target":"/","headers":[["a"]]}}',
      'not an exchange at /request/headers/0',
    ],
    [
      '{"name":"a","request":{"method":"GET","target":"/","headers":[],"bodyBase64":"****"}}',
      'not an exchange at /request/bodyBase64',
    ],
  ])('is refused with the number of a bad line: %s', (line, message) => {
    const [first] = recordedText.split('\n', 1);
    expect(() => readRecording(`${first}\n${line}\n`)).toThrow(UsageError);
    expect(() => readRecording(`${first}\n${line}\n`)).toThrow(message);
  });
});

describe('a request body', () => {
  const valid = Buffer.from('{"synchronizer": "a", "publicKey": {"format": "b"}}');

  it.each(malformedBodies(valid).map((body) => [kindText(body), body] as const))(
    'is read as what the generator made it: %s',
    (_, { bytes, keyword }) => {
      const demand = demanded('generate-topology.request', { keyword });
      const text = readBodyText(bytes);
      const odd = text.kind === 'object' && text.oddities.length > 0;
      expect(text.kind === 'object').toBe(demand !== 'rejected');
      if (odd) expect(demand).toBe('observed');
    },
  );

  it('is surveyed for what JSON.parse hides', () => {
    const survey = surveyJson('{"a":[1,2.0,{"b/c":1E2,"b/c":-0}],"d":"\\ud83d\\ude00","a":{"x":1,"y":1}}');
    expect(survey.duplicates).toEqual(['/a/2/b~1c', '/a']);
    expect([...survey.floats]).toEqual(['/a/1', '/a/2/b~1c']);
    expect(survey.hasLoneSurrogate).toBe(false);
    expect(surveyJson('{"a":{"b":1},"c":{"b":1}}').duplicates).toEqual([]);
    expect(surveyJson('["\\ud83d"]').hasLoneSurrogate).toBe(true);
  });

  it('is no JSON in UTF-16 and UTF-32 without a mark, and open with one', () => {
    const text = '{"a":1}';
    const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(readBodyText(Buffer.from(text, 'utf16le')).kind).toBe('no-object');
    expect(readBodyText(marked)).toMatchObject({ kind: 'object', value: { a: 1 }, oddities: ['byte-order-mark'] });
    expect(readBodyText(Buffer.from(`\ufeff\ufeff${text}`)).kind).toBe('no-object');
    expect(readBodyText(Buffer.from('\u00a0')).kind).toBe('no-object');
  });

  it('is surveyed thousands of levels deep', () => {
    const deep = `${'['.repeat(30_000)}1.0${']'.repeat(30_000)}`;
    expect(surveyJson(deep).floats.size).toBe(1);
  });
});

describe('a public key', () => {
  const { keyData, spki } = signingKey('SIGNING_KEY_SPEC_EC_CURVE25519', 'reading');
  const plain = { verdict: 'plain', spec: 'SIGNING_KEY_SPEC_EC_CURVE25519' };

  it('is plain in padded base64, and read again from memory', () => {
    expect(readKey(keyData)).toEqual(plain);
    expect(readKey(keyData)).toEqual(plain);
    const other = signingKey('SIGNING_KEY_SPEC_EC_P256', 'reading').keyData;
    expect(readKey(other)).toEqual({ verdict: 'plain', spec: 'SIGNING_KEY_SPEC_EC_P256' });
  });

  it.each([
    ['with a line break', `${keyData}\n`, 'white-space'],
    ['without padding', keyData.replace(/=+$/, ''), 'padding'],
  ])('%s is open', (_, text, flaw) => {
    expect(readKey(text)).toEqual({ verdict: 'open', flaw });
  });

  it.each([
    ['in hex', spki.toString('hex')],
    ['in PEM', `-----BEGIN PUBLIC KEY-----\n${keyData}\n-----END PUBLIC KEY-----\n`],
    ['with a byte behind', Buffer.concat([spki, Buffer.from([0])]).toString('base64')],
    ['that is text', '!! not a key !!'],
    ['that is short', 'AAAA'],
    ['that is a word', 'aGVsbG8='],
  ])('%s is undecodable', (_, text) => {
    expect(readKey(text).verdict).toBe('undecodable');
  });
});

describe('an Accept header', () => {
  it.each([
    ['*/*', true],
    ['application/*', true],
    ['text/html, application/json;q=0.5', true],
    ['application/json; charset=utf-8', true],
    ['application/json;q=0', false],
    ['application/json;q=0, */*', false],
    ['application/json;charset=iso-8859-1', false],
    ['text/html', false],
    ['garbage', false],
    ['', false],
  ])('%j takes JSON: %s', (accept, isTaken) => {
    expect(takes(accept, 'application/json')).toBe(isTaken);
  });
});
