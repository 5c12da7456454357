import { expect, test } from 'vitest';
import type { BuiltCase } from '../../engine/case-builder.ts';
import { type Clock, wallClock } from '../../engine/clock.ts';
import { createHealth, patienceFor } from '../../engine/health.ts';
import { type FinalAttempt, finalAttempts, resolutionOf } from '../../judges/answers/final-attempts.ts';
import type { OperationRequest } from '../../wire/plan-request.ts';
import { caseOn, input, isInput } from './scripted-case.ts';
import type { Coming } from './scripted-wire.ts';

const rolesOf = (builder: BuiltCase): string[] =>
  builder.record().attempts.map(({ role, ordinal, attempt }) => `${role} ${ordinal}.${attempt}`);

/** A clock that goes on only where something waits. */
function fakeTime(): { clock: Clock; waited: () => number } {
  let now = 0;
  const wait = async (ms: number): Promise<void> => {
    now += ms;
  };
  return { clock: { now: () => now, wait }, waited: () => now };
}

test('After a 429 with Retry-After, all requests wait, and the later success is the answer.', async () => {
  const { builder, wire } = caseOn((_, nth) =>
    nth < 3 ? { status: 429, headers: [['Retry-After', '3']] } : { status: 200 },
  );
  const exchange = await builder.send('probe', input);
  expect(exchange.answer?.status).toBe(200);
  expect(exchange.id).toBe('LU-SUCCESS@list-users/1#1.3');
  expect(rolesOf(builder)).toEqual(['probe 1.1', 'retry 1.2', 'retry 1.3']);
  expect(wire.pauses).toEqual([20, 20]);
});

test('An ordinary request without a length is sent again like any other, and one in another protocol is not.', async () => {
  const busyOnce = () => caseOn((_, nth) => (nth === 1 ? { status: 503 } : { status: 200 }));
  const written = async (how: object) =>
    (await busyOnce().builder.send('probe', { ...input, written: how })).answer?.status;
  expect(await written({ isWithoutLength: true })).toBe(200);
  expect(await written({ version: '1.0' })).toBe(503);
});

test('A 503 without Retry-After does not delay other requests.', async () => {
  const { builder, wire } = caseOn((_, nth) => (nth === 1 ? { status: 503 } : { status: 200 }));
  await builder.send('probe', input);
  expect(wire.sent).toHaveLength(2);
  // They do not wait, but if there are many of these, the run slows down.
  expect(wire.pauses).toEqual([0]);
});

test('A 503 for ever on one input is tried four times more, between good requests.', async () => {
  const { builder } = caseOn((sent) => (isInput(sent) ? { status: 503 } : { status: 200 }));
  const exchange = await builder.send('probe', input);
  expect(exchange.answer?.status).toBe(503);
  expect(rolesOf(builder)).toEqual([
    'probe 1.1',
    'retry 1.2',
    'retry 1.3',
    'control 2.1',
    ...[3, 5, 7, 9].flatMap((ordinal) => [`repeat ${ordinal}.1`, `control ${ordinal + 1}.1`]),
  ]);
});

test('If every request gets 429, the wait is longer than the attempts of one request.', async () => {
  const { builder, wire } = caseOn((_, nth) => ({ status: nth <= 30 ? 429 : 200 }));
  expect((await builder.send('probe', input)).answer?.status).toBe(200);
  expect(wire.sent.length).toBeGreaterThan(30);
});

test('If every request gets 429 for ever, waiting ends, with one request that proves nothing.', async () => {
  const health = createHealth({ ...patienceFor(1_000), inARow: 2 });
  const { builder } = caseOn(() => ({ status: 429 }), { health });
  expect((await builder.send('probe', input)).answer?.status).toBe(429);
  expect(health.givenUp('list-users')).toBeUndefined();
  await builder.send('probe', input);
  expect(health.givenUp('list-users')?.kind).toBe('stayed-busy');
});

test('Where one input is turned away with 429 for ever, the next is not waited for as long.', async () => {
  const { builder, wire } = caseOn((sent) => (isInput(sent) ? { status: 429 } : { status: 200 }));
  await builder.send('probe', input);
  const pauses = wire.pauses.length;
  const first = wire.sent.length;
  await builder.send('probe', input);
  expect(wire.pauses).toHaveLength(pauses);
  expect(wire.sent.length - first).toBeLessThan(first);
});

test('What is turned away by chance settles on its answer, as soon as it comes between good requests.', async () => {
  let times = 0;
  const { builder } = caseOn((sent) => {
    if (isInput(sent)) times += 1;
    return isInput(sent) && times <= 5 ? { status: 503 } : { status: 200 };
  });
  expect((await builder.send('probe', input)).answer?.status).toBe(200);
  expect(rolesOf(builder).filter((role) => role.startsWith('repeat'))).toEqual([
    'repeat 3.1',
    'repeat 5.1',
    'repeat 7.1',
  ]);
});

test('Where good requests are turned away as well, nothing more is tried.', async () => {
  const health = { ...createHealth(patienceFor(1_000)), isWaitedFor: () => false };
  const { builder } = caseOn(() => ({ status: 503 }), { health });
  await builder.send('probe', input);
  expect(rolesOf(builder).filter((role) => role.startsWith('repeat'))).toEqual(['repeat 3.1']);
});

test('A target that takes no connection for a while is waited for, more often than other failures.', async () => {
  const { builder, wire } = caseOn((_, nth) => (nth <= 5 ? 'refused' : { status: 200 }));
  const exchange = await builder.send('probe', input);
  expect(exchange.answer?.status).toBe(200);
  expect(rolesOf(builder)).toEqual(['probe 1.1', ...[2, 3, 4, 5, 6].map((nth) => `retry 1.${nth}`)]);
  expect(wire.pauses.filter((ms) => ms > 0)).toEqual([50, 100, 200, 400, 800]);
});

test('A refused connection slows the run down, unless it keeps to the connections that the target takes.', async () => {
  const refusedTwice = () => caseOn((_, nth) => (nth <= 2 ? 'refused' : { status: 200 }));
  const free = refusedTwice();
  await free.builder.send('probe', input);
  expect(free.wire.pauses).toEqual([50, 100, 0, 0]);
  const crowded = refusedTwice();
  Object.assign(crowded.wire, { capacity: () => 1 });
  await crowded.builder.send('probe', input);
  expect(crowded.wire.pauses).toEqual([50, 100]);
});

test('A target that never takes a connection again is waited for within a limit.', async () => {
  const { clock, waited } = fakeTime();
  const health = createHealth({ ...patienceFor(1_000), inARow: 1 }, clock.now);
  const { builder } = caseOn(() => 'refused', { health, clock });
  const exchange = await builder.send('probe', input);
  expect(exchange.failure?.kind).toBe('refused');
  expect(waited()).toBeGreaterThan(15_000);
  expect(waited()).toBeLessThan(20_000);
  expect(health.givenUp('list-users')?.kind).toBe('stopped-answering');
});

test('A target that ends all connections for a while is asked again after a pause.', async () => {
  const { builder, wire } = caseOn((_, nth) => (nth <= 6 ? 'closed' : { status: 200 }));
  const exchange = await builder.send('probe', input);
  expect(exchange.answer?.status).toBe(200);
  expect(wire.pauses.filter((ms) => ms > 0)).toEqual([20]);
});

test.each<readonly [sent: string, request: Partial<OperationRequest>, waits: readonly number[]]>([
  ['on a kept connection', {}, []],
  ['on a new one', { connection: 'fresh' }, [20]],
])(
  'A request %s that ends without a response is sent again; only a new connection is a reason to wait.',
  async (_, request, waits) => {
    const waited: number[] = [];
    const clock = { ...wallClock, wait: async (ms: number) => void waited.push(ms) };
    const { builder, wire } = caseOn((_sent, nth) => (nth === 1 ? 'closed' : { status: 200 }), { clock });
    const exchange = await builder.send('probe', { ...input, ...request });
    expect(exchange.answer?.status).toBe(200);
    expect(wire.sent.map(({ connection }) => connection)).toEqual([request.connection ?? 'kept', 'fresh']);
    expect(waited).toEqual(waits);
  },
);

test('A request that is to wait for a late response does, however often it is repeated.', async () => {
  const { builder, wire } = caseOn((_sent, nth) => (nth === 1 ? 'closed' : { status: 200 }));
  await builder.send('probe', { ...input, isPatient: true });
  expect(wire.sent.map(({ request }) => request.isPatient)).toEqual([true, true]);
});

test('A request that hangs is repeated with a longer timeout, until a few of those have hung as well.', async () => {
  const health = createHealth({ ...patienceFor(1_000), inVain: 1 });
  const { builder, wire } = caseOn((sent) => (isInput(sent) ? 'timeout' : { status: 200 }), { health });
  await builder.send('probe', input);
  await builder.send('probe', input);
  const patient = wire.sent.map(({ request }) => request.isPatient === true);
  expect(patient).toEqual([false, false, true, false, false, false, false, false]);
});

test('An input that is answered when it is tried once more settles on that answer.', async () => {
  let times = 0;
  const { builder } = caseOn((sent) => {
    if (isInput(sent)) times += 1;
    return isInput(sent) && times <= 3 ? 'closed' : { status: 200 };
  });
  const exchange = await builder.send('probe', input);
  expect(exchange.answer?.status).toBe(200);
  expect(exchange.id).toBe('LU-SUCCESS@list-users/1#3');
});

test('A timeout is tried once more only, between valid requests, because it may occupy the target.', async () => {
  const { builder } = caseOn((sent) => (isInput(sent) ? 'timeout' : { status: 200 }));
  await builder.send('probe', input);
  expect(rolesOf(builder)).toEqual(['probe 1.1', 'control 2.1', 'repeat 3.1', 'control 4.1']);
});

test('What got no answer over a kept connection is repeated over a fresh one, and looked into over fresh ones.', async () => {
  const { builder, wire } = caseOn((sent) => (isInput(sent) ? 'closed' : { status: 200 }));
  await builder.send('probe', input);
  expect(wire.sent.map(({ connection }) => connection)).toEqual([
    'kept',
    ...wire.sent.slice(1).map(() => 'fresh'),
  ]);
  expect(wire.sent.length).toBeGreaterThan(3);
});

test('A target that is busy is asked again over the kept connection.', async () => {
  const { builder, wire } = caseOn((_, nth) => ({ status: nth === 1 ? 429 : 200 }));
  await builder.send('probe', input);
  expect(wire.sent.map(({ connection }) => connection)).toEqual(['kept', 'kept']);
});

const faces: readonly Coming[] = [
  { status: 429 },
  { status: 502 },
  { status: 503 },
  { status: 504 },
  'closed',
];

test.each(faces)(
  'Where valid requests are turned away too (%j), no input is to blame for it, whatever came in between.',
  async (face) => {
    const { clock } = fakeTime();
    const health = createHealth(patienceFor(1_000), clock.now);
    // Each input meets a busy target for a while; every third valid request does, too.
    const { builder } = caseOn(
      (sent, nth) => ((isInput(sent) && nth <= 12) || nth % 3 === 0 ? face : { status: 200 }),
      { health, clock },
    );
    expect((await builder.send('probe', input)).answer?.status).toBe(200);
    const all = finalAttempts(builder.record());
    expect(resolutionOf(all, all[0] as FinalAttempt)).toBe('recovered');
    for (const final of all.filter(({ answer }) => answer === undefined))
      expect(['recovered', 'reported']).toContain(resolutionOf(all, final));
  },
);

test('Where valid requests were turned away before, an input that always is takes more rounds, and pauses.', async () => {
  const { clock, waited } = fakeTime();
  const health = createHealth(patienceFor(1_000), clock.now);
  const { builder } = caseOn(
    (sent, nth) => (isInput(sent) || nth === 4 ? { status: 503 } : { status: 200 }),
    { health, clock },
  );
  expect((await builder.send('probe', input)).answer?.status).toBe(503);
  const repeats = rolesOf(builder).filter((role) => role.startsWith('repeat'));
  expect(repeats).toHaveLength(1 + 8);
  expect(waited()).toBeGreaterThan(4_000);
  const all = finalAttempts(builder.record());
  expect(resolutionOf(all, all[0] as FinalAttempt)).toBe('confirmed');
});

test('A timeout that ended in another way when it was tried again is tried further, as a restart may be behind it.', async () => {
  let nth = 0;
  const coming = (): Coming => {
    nth += 1;
    return nth === 1 ? 'timeout' : nth === 2 ? 'closed' : { status: 400 };
  };
  const { builder } = caseOn((sent) => (isInput(sent) ? coming() : { status: 200 }));
  expect((await builder.send('probe', input)).answer?.status).toBe(400);
  expect(rolesOf(builder)).toEqual([
    'probe 1.1',
    'control 2.1',
    'repeat 3.1',
    'control 4.1',
    'repeat 5.1',
    'control 6.1',
  ]);
});
