import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { answer, rawServer } from './raw-server.ts';
import { connectionsTo, sendTo } from './sending.ts';

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
  // What arrives in the second half of the time is slow, so a busy machine has half a second to send it.
  expect((await sendTo(server, {}, { answerMs: 1_000 })).failure?.kind).toBe('timeout');
});

test('A head that arrives byte by byte is slow.', async () => {
  const server = await rawServer((socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(whole.subarray(at, ++at)), 20);
    socket.on('close', () => clearInterval(timer));
  });
  expect((await sendTo(server, {}, { answerMs: 600 })).failure?.kind).toBe('slow');
});

test('A connection that does not open in time counts as refused.', async () => {
  const server = await rawServer(() => undefined);
  const never = connectionsTo(server, () => new Promise(() => undefined));
  expect((await sendTo(server, {}, { answerMs: 80 }, never)).failure?.kind).toBe('refused');
});

test('A connection that opens only when its request has been given up is closed.', async () => {
  const server = await rawServer(() => undefined);
  const socket = connect({ host: server.origin.hostname, port: Number(server.origin.port) });
  const late = connectionsTo(server, async () => {
    await new Promise((resolve) => setTimeout(resolve, 120));
    return socket;
  });
  expect((await sendTo(server, {}, { answerMs: 60 }, late)).failure?.kind).toBe('refused');
  await new Promise((resolve) => socket.once('close', resolve));
});
