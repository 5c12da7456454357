import { expect, test } from 'vitest';
import type { BuiltCase } from '../../engine/case-builder.ts';
import type { Clock } from '../../engine/clock.ts';
import { createHealth, type Health, patienceFor } from '../../engine/health.ts';
import type { Header } from '../../wire/credential.ts';
import { judge } from '../judges/records.ts';
import { caseOn, input, isInput, plain } from './scripted-case.ts';
import type { Coming, Sent } from './scripted-wire.ts';

const ban: Coming = {
  status: 403,
  headers: [
    ['Content-Type', 'text/html'],
    ['Server', 'nginx'],
  ],
};
const good: Coming = { status: 200, headers: [['Content-Type', 'application/json']] };

function fakeTime(): Clock {
  let now = 0;
  return {
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
  };
}

const judged = (builder: BuiltCase) => judge(builder.record());

function started(): { clock: Clock; health: Health } {
  const clock = fakeTime();
  return { clock, health: createHealth(patienceFor(1_000), clock.now) };
}

test('What everything gets from one moment on ends the operation within a few requests, with one reason.', async () => {
  const { clock, health } = started();
  const { builder, wire } = caseOn((_, nth) => (nth === 1 ? good : ban), { clock, health });
  await builder.send('probe', { query: 'before' });
  await builder.send('probe', input);
  expect(wire.sent.length).toBeLessThan(10);
  expect(clock.now()).toBeGreaterThan(10_000);
  const reason = health.givenUp('list-users');
  expect(reason?.kind).toBe('shut-out');
  expect(reason?.text).toMatch(/^every request got 403 text\/html, from nginx from .*#2, after .*#1\)/);
  expect(reason?.text).toContain('CONFORMANCE_RATE');
  const { undecided } = judged(builder);
  expect(new Set(undecided.map((each) => each.reason))).toEqual(new Set([reason?.text]));
  await expect(builder.send('probe', input)).rejects.toThrow('every request got 403');
});

test('A ban that ends is waited for, and what it answered is not judged.', async () => {
  const { clock, health } = started();
  const until = 10_000;
  const { builder } = caseOn(() => (clock.now() < until ? ban : good), { clock, health });
  expect((await builder.send('probe', input)).answer?.status).toBe(200);
  expect(health.givenUp('list-users')).toBeUndefined();
  const { findings, undecided } = judged(builder);
  expect(findings.filter(({ kind }) => kind === 'failure-form' || kind === 'valid-rejected')).toEqual([]);
  expect(undecided).toEqual([]);
});

test.each([302, 404, 501])(
  'The error object is the answer of the operation, whatever its status: %d.',
  async (status) => {
    const { clock, health } = started();
    const error = JSON.stringify({ code: 'A', cause: 'wrong', context: {}, errorCategory: 8 });
    const rejected: Coming = { status, headers: [['Content-Type', 'application/json']], body: error };
    const { builder, wire } = caseOn(() => rejected, { clock, health });
    await builder.send('probe', input);
    expect([wire.sent.length, health.givenUp('list-users')]).toEqual([1, undefined]);
  },
);

test('An error of the server is judged, although it goes away.', async () => {
  const { clock, health } = started();
  const crash: Coming = { ...ban, status: 500 };
  const { builder } = caseOn(() => (clock.now() < 500 ? crash : good), { clock, health });
  await builder.send('probe', input);
  expect(judged(builder).findings.map(({ kind }) => kind)).toContain('failure-form');
});

test('Where valid requests are answered as before, the same page is judged, the next time after one of them.', async () => {
  const { clock, health } = started();
  const { builder, wire } = caseOn((sent) => (isInput(sent) ? ban : good), { clock, health });
  await builder.send('probe', input);
  expect(wire.sent.length).toBeLessThan(5);
  const began = clock.now();
  expect(began).toBeLessThanOrEqual(500);
  const sent = wire.sent.length;
  await builder.send('probe', input);
  expect(wire.sent.length - sent).toBe(3);
  expect(clock.now()).toBe(began);
  expect(judged(builder).findings.map(({ kind }) => kind)).toContain('failure-form');
});

test('A gateway that changes its rules has old and new ones side by side, and a ban that begins so is not judged.', async () => {
  const { clock, health } = started();
  // The second request, the first valid one behind the ban, still meets the old rules.
  const { builder } = caseOn((_, nth) => (nth === 2 ? good : ban), { clock, health });
  await builder.send('probe', input);
  expect(health.givenUp('list-users')?.kind).toBe('shut-out');
  const { findings } = judged(builder);
  expect(findings.filter(({ kind }) => kind === 'failure-form' || kind === 'valid-rejected')).toEqual([]);
});

test('A ban that begins while the page for one input is investigated is not judged as a response to valid requests.', async () => {
  const { clock, health } = started();
  const page: Coming = { ...ban, status: 400 };
  const { builder } = caseOn((_, nth) => (nth === 1 ? page : nth === 2 ? good : ban), { clock, health });
  await expect(builder.send('probe', input)).resolves.toBeDefined();
  expect(health.givenUp('list-users')?.kind).toBe('shut-out');
  const actual = judged(builder).findings.map((finding) => finding.actual);
  expect(actual).toContainEqual(expect.stringMatching(/^400/));
  expect(actual).not.toContainEqual(expect.stringMatching(/^403/));
});

test('Where another valid token is admitted, a refused one is judged: nobody is shut out.', async () => {
  const { clock, health } = started();
  const unknown: Coming = { status: 401, headers: [['Content-Type', 'application/json']] };
  const newCredential: Header[] = [['Authorization', 'Bearer another']];
  const isNew = ({ credential }: Sent) => credential[0]?.[1] === 'Bearer another';
  const { builder } = caseOn((sent) => (isNew(sent) ? good : unknown), { clock, health, newCredential });
  await builder.send('probe', plain);
  expect(health.givenUp('list-users')).toBeUndefined();
  expect(judged(builder).findings.map(({ kind }) => kind)).toContain('valid-rejected');
});

test('What is certain of one operation takes another one a second, and has the same words.', async () => {
  const { clock, health } = started();
  await caseOn(() => ban, { clock, health }).builder.send('probe', input);
  const certain = clock.now();
  await caseOn(() => ban, { clock, health, operation: 'generate-topology' }).builder.send('probe', input);
  expect(clock.now() - certain).toBeLessThanOrEqual(1_000);
  expect(health.givenUp('generate-topology')).toEqual(health.givenUp('list-users'));
});

test('If a ban closes the connection before a response arrives, the next valid request reveals the ban.', async () => {
  const { clock, health } = started();
  const { builder } = caseOn((sent) => (isInput(sent) ? 'closed' : ban), { clock, health });
  await expect(builder.send('probe', input)).rejects.toThrow('every request got 403');
  const { findings, undecided } = judged(builder);
  expect(findings).toEqual([]);
  expect(new Set(undecided.map((each) => each.reason))).toEqual(
    new Set([health.givenUp('list-users')?.text]),
  );
});

test('A ban that begins while a request is repeated is not judged as its response.', async () => {
  const { clock, health } = started();
  const { builder } = caseOn((_, nth) => (nth === 1 ? good : ban), { clock, health });
  await builder.send('probe', input);
  await builder.repeatProbe(2);
  expect(health.givenUp('list-users')?.kind).toBe('shut-out');
  const { findings } = judged(builder);
  expect(findings.filter(({ kind }) => kind === 'failure-form' || kind === 'valid-rejected')).toEqual([]);
});
