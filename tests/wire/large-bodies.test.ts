import { expect, test } from 'vitest';
import { createRedactor } from '../../wire/redact.ts';

const secret = 'a-secret-that-is-long-enough-0Z';
const sent = { method: 'GET', target: '/', headers: [], body: Buffer.alloc(0) };
const large = (text: string): Buffer => Buffer.from(`{"a":"${text}","b":"${'x'.repeat(100_000)}"}`);

function redacting() {
  const redactor = createRedactor(Buffer.alloc(32, 1));
  redactor.add('another-secret-that-is-long-0Z', 'token');
  const bodyOf = (body: Buffer, decoded?: Buffer) => {
    const answer = {
      status: 200,
      reason: '',
      headers: [],
      body,
      ...(decoded === undefined ? {} : { decoded }),
    };
    return redactor.outcome({ request: sent, answer, ms: 1 }).answer;
  };
  return { redactor, bodyOf };
}

test('Equal large bodies share one buffer.', () => {
  const { bodyOf } = redacting();
  const first = bodyOf(large('one'))?.body;
  expect(bodyOf(large('one'))?.body).toBe(first);
  expect(bodyOf(large('two'))?.body).not.toBe(first);
});

test('A body that was clean is searched again for a secret that is new.', () => {
  const { redactor, bodyOf } = redacting();
  expect(bodyOf(large(secret))?.body.includes(secret)).toBe(true);
  redactor.add(secret, 'token');
  expect(bodyOf(large(secret))?.body.includes(secret)).toBe(false);
  expect(bodyOf(large(secret))?.body.includes('[redacted:token:')).toBe(true);
});

test('A large encoded body stays where its content has no secret, and is removed where it has one.', () => {
  const { redactor, bodyOf } = redacting();
  redactor.add(secret, 'token');
  const encoded = Buffer.from('encoded');
  for (const _ of ['first', 'again']) {
    expect(bodyOf(encoded, large('one'))?.body.toString()).toBe('encoded');
    expect(bodyOf(encoded, large(secret))?.body.toString()).toBe('[redacted:encoded-body:7]');
  }
});
