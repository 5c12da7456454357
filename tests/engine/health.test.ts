import { expect, test } from 'vitest';
import { createHealth, patienceFor } from '../../engine/health.ts';
import type { Exchange } from '../../wire/exchange.ts';

const operation = 'list-users';
const large = { page: { empty: 1_000, perUser: 100, atMost: 1_500 }, other: 500 };
const request = { method: 'GET', target: '/v2/users', headers: [], body: Buffer.alloc(0) };
const answered = (ms: number, bytes = 2): Exchange => ({
  id: '1',
  request,
  answer: { status: 200, reason: 'OK', headers: [], body: Buffer.alloc(bytes, 'x') },
  ms,
});
const lost = (ms: number): Exchange => ({
  id: '1',
  request,
  failure: { kind: 'timeout', message: 'None.' },
  ms,
});

function healthAt(clock: { now: number }) {
  return createHealth(
    {
      ...patienceFor(2_000),
      inARow: 4,
      lostMs: 1_000,
      share: 0.2,
      busyMs: 1_000,
      bytes: 10_000,
      large,
    },
    () => clock.now,
  );
}

test('Answers that arrive whole cost no patience, however slow they are.', () => {
  const clock = { now: 0 };
  const health = healthAt(clock);
  for (let nth = 0; nth < 1_000; nth += 1) {
    clock.now += 900;
    health.took(operation, answered(900));
  }
  expect(health.givenUp(operation)).toBeUndefined();
});

test('Time in which answers were lost counts once where they were waited for side by side.', () => {
  const clock = { now: 600 };
  const health = healthAt(clock);
  for (let nth = 0; nth < 10; nth += 1) health.took(operation, lost(600));
  expect(health.givenUp(operation)).toBeUndefined();
  clock.now = 1_400;
  health.took(operation, lost(800));
  expect(health.givenUp(operation)).toEqual({
    kind: 'time-lost',
    text: `${operation} was sent no further requests after 1 s lost to responses that did not arrive completely; see its exchanges. If the target is only slow, raise TARGET_TIMEOUT_MS.`,
  });
});

test('A long run may lose more, as it meets more of what is rare.', () => {
  const clock = { now: 0 };
  const health = healthAt(clock);
  for (let nth = 0; nth < 1_000; nth += 1) {
    clock.now += 100;
    health.took(operation, lost(15));
  }
  expect(health.givenUp(operation)).toBeUndefined();
  for (let nth = 0; nth < 200; nth += 1) {
    clock.now += 100;
    health.waited(operation, 100);
  }
  expect(health.givenUp(operation)?.text).toContain('s lost to responses');
});

test('What one operation wastes does not count for another.', () => {
  const clock = { now: 0 };
  const health = healthAt(clock);
  clock.now = 5_000;
  health.took(operation, lost(5_000));
  expect(health.givenUp(operation)).toBeDefined();
  expect(health.givenUp('generate-topology')).toBeUndefined();
});

test('Large answers are asked for no more after so many bytes; small ones may be any number.', () => {
  const health = healthAt({ now: 0 });
  for (let answers = 0; answers < 1_000; answers += 1) health.took(operation, answered(1, 1_000));
  health.took(operation, answered(1, 9_999));
  expect(health.givenUp(operation)).toBeUndefined();
  health.took(operation, answered(1, 1_001));
  expect(health.givenUp(operation)?.text).toContain('MiB of large responses');
  expect(health.givenUp('generate-topology')).toBeUndefined();
});

test('At default settings, large answers of all three operations take less than 160 MB.', () => {
  expect(3 * patienceFor(10_000).bytes).toBeLessThan(160_000_000);
});

test('A run waits for ten lost answers of an operation, one after the other.', () => {
  expect(patienceFor(5_000).lostMs).toBe(50_000);
});

test('What is large for a response that is no listing may be small for a listing.', () => {
  const health = healthAt({ now: 0 });
  for (let nth = 0; nth < 100; nth += 1) {
    health.took(operation, answered(1, 800));
    health.took('generate-topology', answered(1, 800));
    health.took('execute-submission', answered(1, 500));
  }
  expect(health.givenUp(operation)).toBeUndefined();
  expect(health.givenUp('execute-submission')).toBeUndefined();
  expect(health.givenUp('generate-topology')?.kind).toBe('too-much-data');
});

test('An operation that answers nothing but 429 is given up, unless it answers in between.', () => {
  const clock = { now: 0 };
  const health = healthAt(clock);
  const busy: Exchange = {
    ...answered(1),
    answer: { status: 429, reason: 'Busy', headers: [], body: Buffer.alloc(0) },
  };
  const rejectUntil = (end: number): void => {
    for (; clock.now < end; clock.now += 100) health.took(operation, busy);
  };
  rejectUntil(1_900);
  health.took(operation, answered(1));
  rejectUntil(3_800);
  expect(health.givenUp(operation)).toBeUndefined();
  rejectUntil(3_900);
  expect(health.givenUp(operation)?.kind).toBe('stayed-busy');
  expect(health.givenUp('generate-topology')).toBeUndefined();
});

test('A target that turns every request away is given a limited time, which starts again when it answers.', () => {
  const clock = { now: 0 };
  const health = healthAt(clock);
  expect(health.isWaitedFor(operation)).toBe(true);
  clock.now = 999;
  expect(health.isWaitedFor(operation)).toBe(true);
  clock.now = 1_000;
  expect(health.isWaitedFor(operation)).toBe(false);
  // No operation has answered since then, so the target as a whole is not waited for.
  expect(health.isWaitedFor('generate-topology')).toBe(false);
  health.answered('generate-topology');
  expect(health.isWaitedFor('generate-topology')).toBe(true);
  expect(health.isWaitedFor(operation)).toBe(false);
  health.answered(operation);
  expect(health.isWaitedFor(operation)).toBe(true);
});

test('What a target asks to wait does not count as busy, up to 90 seconds and no further.', () => {
  const clock = { now: 0 };
  const health = healthAt(clock);
  const asked = (seconds: number): Exchange => ({
    ...answered(1),
    answer: { status: 429, reason: '', headers: [['Retry-After', String(seconds)]], body: Buffer.alloc(0) },
  });
  health.took(operation, asked(57));
  clock.now = 56_900;
  expect(health.isAsked(operation)).toBe(true);
  expect(health.isWaitedFor(operation)).toBe(true);
  clock.now = 58_100;
  expect(health.isAsked(operation)).toBe(false);
  expect(health.isWaitedFor(operation)).toBe(false);
  for (; clock.now < 90_000; clock.now += 500) health.took(operation, asked(60));
  clock.now = 91_000;
  health.took(operation, asked(60));
  expect(health.isWaitedFor(operation)).toBe(false);
  health.answered(operation);
  // Nobody waits for an hour.
  health.took(operation, asked(3_600));
  expect(health.isAsked(operation)).toBe(false);
});

test('Time waited for a target that turns some requests away at any pace is limited.', () => {
  const clock = { now: 0 };
  const patience = { ...patienceFor(2_000), waitedMs: 3_000, share: 0 };
  const health = createHealth(patience, () => clock.now);
  for (clock.now = 1_000; clock.now <= 2_000; clock.now += 1_000) {
    // Two waits at the same time count once.
    health.waitedFor(operation, 1_000);
    health.waitedFor(operation, 1_000);
    health.answered(operation);
  }
  expect(health.givenUp(operation)).toBeUndefined();
  const busy = { ...answered(1), answer: { status: 503, reason: '', headers: [], body: Buffer.alloc(0) } };
  health.took(operation, busy);
  health.waitedFor(operation, 1_000);
  expect(health.givenUp(operation)?.text).toContain('set CONFORMANCE_RATE');
  expect(health.givenUp('generate-topology')).toBeUndefined();
});
