import { describe, expect, test } from 'vitest';
import type { BuiltCase } from '../../engine/case-builder.ts';
import { createHealth, OperationGivenUp, patienceFor } from '../../engine/health.ts';
import { clients } from '../../wire/clients.ts';
import { caseOn, input, isInput, plain } from './scripted-case.ts';
import type { Coming } from './scripted-wire.ts';

const rolesOf = (builder: BuiltCase): string[] =>
  builder.record().attempts.map(({ role, ordinal, attempt }) => `${role} ${ordinal}.${attempt}`);

test('A request that is answered goes out once, with the valid credential.', async () => {
  const { builder, wire } = caseOn(() => ({ status: 400 }));
  const exchange = await builder.send('probe', input);
  expect(exchange.answer?.status).toBe(400);
  expect(wire.sent).toHaveLength(1);
  expect(wire.sent[0]).toMatchObject({
    id: 'LU-SUCCESS@list-users/1#1',
    credential: [['Authorization', 'Bearer valid']],
  });
});

test('A credential of the case stands in place of the valid one, also none at all.', async () => {
  const { builder, wire } = caseOn(() => ({ status: 401, tokenEnded: true }));
  await builder.send('probe', { ...input, credential: [] });
  expect(wire.sent.map(({ credential }) => credential)).toEqual([[]]);
});

describe('a valid request that is answered 401 or 403', () => {
  test.each([401, 403])(
    'goes out once more with a renewed token where its own had ended: %i.',
    async (status) => {
      let renewals = 0;
      const script = (_: unknown, nth: number) =>
        nth === 1 ? { status, tokenEnded: true as const } : { status: 200 };
      const { builder, wire } = caseOn(script, {
        tokenText: async () => {
          renewals += 1;
          return `token-${renewals}`;
        },
      });
      expect((await builder.send('probe', input)).answer?.status).toBe(200);
      expect(wire.sent.map(({ credential }) => credential[0]?.[1])).toEqual([
        'Bearer token-1',
        'Bearer token-2',
      ]);
    },
  );

  test('is renewed once only.', async () => {
    const { builder, wire } = caseOn(() => ({ status: 401, tokenEnded: true }));
    expect((await builder.send('probe', input)).answer?.status).toBe(401);
    expect(wire.sent).toHaveLength(2);
  });

  test('is sent again on a fresh connection, and both answers are kept.', async () => {
    const { builder, wire } = caseOn((_, nth) => ({ status: nth === 1 ? 401 : 200 }));
    expect((await builder.send('probe', input)).answer?.status).toBe(200);
    expect(rolesOf(builder)).toEqual(['probe 1.1', 'control 2.1', 'control 3.1', 'repeat 4.1']);
    expect(wire.sent.map(({ connection }) => connection)).toEqual(['kept', 'fresh', 'fresh', 'fresh']);
  });

  test.each([
    ['it had headers of its own', input, []],
    ['it had a fresh connection', { ...input, connection: 'fresh' as const }, undefined],
  ])('is judged as it is where %s, if a valid one is admitted.', async (_, request, credential) => {
    const { builder } = caseOn((_sent, nth) => ({ status: nth === 1 ? 401 : 200 }));
    await builder.send('probe', { ...request, credential });
    expect(rolesOf(builder)).toEqual(['probe 1.1', 'control 2.1', 'control 3.1']);
  });
});

describe('an operation that never answers', () => {
  test('is not asked any more after a few requests in a row.', async () => {
    const health = createHealth({ ...patienceFor(1_000), inARow: 2 });
    const { builder, wire } = caseOn(() => 'closed', { health });
    await builder.send('probe', input);
    await builder.send('probe', input);
    const asked = wire.sent.length;
    await expect(builder.send('probe', input)).rejects.toThrow(OperationGivenUp);
    expect(wire.sent).toHaveLength(asked);
    expect(health.givenUp('generate-topology')).toBeUndefined();
  });

  test('is asked on where good requests were answered in between.', async () => {
    const health = createHealth({ ...patienceFor(1_000), inARow: 2 });
    const { builder } = caseOn((sent) => (isInput(sent) ? 'closed' : { status: 200 }), { health });
    for (let nth = 0; nth < 3; nth += 1) await builder.send('probe', input);
    expect(health.givenUp('list-users')).toBeUndefined();
  });
});

test('A request whose turn comes after its operation was given up is not sent, and neither are repetitions.', async () => {
  const health = createHealth({ ...patienceFor(1_000), inARow: 1 });
  const { builder, wire } = caseOn(() => ({ status: 200 }), { health });
  await builder.send('probe', input);
  // While a request waits for its turn, another of the operation gets nothing.
  const { send } = wire;
  Object.assign(wire, {
    send: (...parts: Parameters<typeof send>) => {
      health.gaveNothing('list-users');
      return send(...parts);
    },
  });
  await expect(builder.send('probe', input)).rejects.toThrow(OperationGivenUp);
  health.answered('list-users');
  await builder.repeatProbe(3);
  expect(wire.sent).toHaveLength(1);
  expect(rolesOf(builder)).toEqual(['probe 1.1']);
});

test('Where unanswered is not looked into, the input is not tried once more.', async () => {
  const { builder, wire } = caseOn(() => 'timeout', { confirms: false });
  expect((await builder.send('probe', input)).failure?.kind).toBe('timeout');
  expect(wire.sent.map(({ request }) => request)).toEqual([input, input]);
});

test('The last probe can be repeated side by side, with its own credential.', async () => {
  const { builder, wire } = caseOn(() => ({ status: 200 }));
  await builder.send('control', plain);
  await builder.send('probe', { ...input, credential: [] });
  await builder.repeatProbe(3);
  expect(rolesOf(builder)).toEqual(['control 1.1', 'probe 2.1', 'repeat 3.1', 'repeat 4.1', 'repeat 5.1']);
  expect(wire.sent.slice(2).map(({ request, credential }) => [request, credential])).toEqual(
    Array.from({ length: 3 }, () => [input, []]),
  );
});

test('A probe of a client is repeated as that client, and then once in its plainest form.', async () => {
  const [client] = clients;
  if (client === undefined) throw new Error('There are no clients.');
  const style = { client, key: 'a', run: 'b' };
  const { builder, wire } = caseOn(() => ({ status: 200 }), { style: () => style });
  await builder.send('probe', input);
  await builder.repeatProbe(2);
  expect(rolesOf(builder)).toEqual(['probe 1.1', 'repeat 2.1', 'repeat 3.1', 'shrink 4.1']);
  expect(wire.sent.map(({ request }) => request.style)).toEqual([style, style, style, undefined]);
  expect(builder.record().attempts.map(({ repeats }) => repeats)).toEqual([undefined, 1, 1, 1]);
});

test('The exchange of another case can be taken in, and facts and draft come into the record.', async () => {
  const { builder } = caseOn(() => ({ status: 200 }));
  const other = await caseOn(() => ({ status: 200 })).builder.send('control', plain);
  builder.include('control', other);
  await builder.send('probe', input);
  expect(rolesOf(builder)).toEqual(['control 1.1', 'probe 2.1']);
  expect(builder.record()).toMatchObject({
    id: 'LU-SUCCESS@list-users/1',
    requirement: 'LU-SUCCESS',
    kind: 'made',
    name: 'made',
    wrong: 'valid',
    credential: 'valid',
  });
});

test.each<Coming>(['closed', 'timeout', { status: 503 }])(
  'A request in another protocol that comes to %j is sent once, and costs the operation nothing.',
  async (coming) => {
    const health = createHealth(patienceFor(1_000));
    const { builder, wire } = caseOn(() => coming, { health });
    for (let time = 0; time < 20; time += 1) await builder.send('probe', { ...input, written: {} });
    expect(wire.sent).toHaveLength(20);
    expect(wire.pauses).toEqual([]);
    expect(health.givenUp('list-users')).toBeUndefined();
    expect(new Set(rolesOf(builder).map((role) => role.split(' ')[0]))).toEqual(new Set(['probe']));
  },
);
