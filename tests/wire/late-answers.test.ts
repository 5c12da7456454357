import { expect, test } from 'vitest';
import { answer, rawServer } from './raw-server.ts';
import { sendTo } from './sending.ts';

const whole = answer('200 OK', ['Content-Type: application/json'], '{"users":[]}');

const after = (ms: number) =>
  rawServer((socket) => {
    socket.once('data', () => setTimeout(() => socket.write(whole), ms));
  });

test('Without patience, a late answer is a timeout.', async () => {
  const { failure, answer: got } = await sendTo(await after(200), {}, { answerMs: 80 });
  expect([failure?.kind, got]).toEqual(['timeout', undefined]);
});

test('With patience, a late answer is slow, and is kept whole.', async () => {
  const late = { answerMs: 80, patientMs: 2_000, isPatient: true };
  const { failure, answer: got } = await sendTo(await after(200), {}, late);
  expect(failure?.kind).toBe('slow');
  expect(got?.body.toString()).toBe('{"users":[]}');
});

test('With patience, an answer in time is an answer.', async () => {
  const late = { answerMs: 500, patientMs: 2_000, isPatient: true };
  const { failure, answer: got } = await sendTo(await after(0), {}, late);
  expect([failure, got?.status]).toEqual([undefined, 200]);
});

test('With patience, no answer is a timeout.', async () => {
  const late = { answerMs: 40, patientMs: 120, isPatient: true };
  const { failure } = await sendTo(await rawServer(() => undefined), {}, late);
  expect(failure?.kind).toBe('timeout');
});

test('A body that stops in the middle is a timeout: nothing arrives any more.', async () => {
  const server = await rawServer((socket) => {
    socket.once('data', () => socket.write(whole.subarray(0, -4)));
  });
  expect((await sendTo(server, {}, { answerMs: 100 })).failure?.kind).toBe('timeout');
});

test('A head that arrives byte by byte is slow where the socket is known.', async () => {
  const server = await rawServer((socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(whole.subarray(at, ++at)), 20);
    socket.on('close', () => clearInterval(timer));
  });
  let bytesRead = 0;
  const sockets = new Set([
    {
      get bytesRead() {
        bytesRead += 1;
        return bytesRead;
      },
    },
  ]);
  expect((await sendTo(server, {}, { answerMs: 150, sockets })).failure?.kind).toBe('slow');
  expect((await sendTo(server, {}, { answerMs: 150 })).failure?.kind).toBe('timeout');
});

test('A connection that does not open in time counts as refused.', async () => {
  const { failure } = await sendTo(
    await rawServer(() => undefined),
    {},
    { answerMs: 80, sockets: new Set() },
  );
  expect(failure?.kind).toBe('refused');
});
