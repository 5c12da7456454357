import { expect, test } from 'vitest';
import { seedOf } from '../../generators/seeding.ts';
import { everyFault } from '../../reference/changes.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { causesOf } from '../../reports/report/causes.ts';
import { quickReport } from '../prove/prove-one.ts';

/** Faults that a quick run may find, in an order that the seed gives. */
function drawnFaults(seed: string, count: number): Fault[] {
  return everyFault
    .filter(({ when, only, serving }) => when === 'always' && only === undefined && serving === undefined)
    .map((fault) => ({ fault, place: seedOf(seed, fault.id) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ fault }) => fault);
}

/** A server with both faults. */
function together(one: Fault, other: Fault): Fault {
  const parts = [one, other].flatMap((fault) => fault.parts ?? [fault]);
  return { ...one, id: `${one.id} + ${other.id}`, parts };
}

/** How the causes of a server agree with its faults; undefined if the run found none of them. */
async function measured(served: Fault, faults: readonly Fault[]) {
  const report = await quickReport({ fault: served });
  const causes = causesOf(report);
  const isOf = ({ requirements }: Fault, requirement: string): boolean => requirements.includes(requirement);
  const found = faults.filter((fault) =>
    report.results.some(({ outcome, requirement }) => outcome === 'failed' && isOf(fault, requirement)),
  );
  const has = (cause: (typeof causes)[number] | undefined, fault: Fault): boolean =>
    cause?.places.some(({ requirement }) => isOf(fault, requirement)) === true;
  if (found.length === 0) return undefined;
  return {
    id: served.id,
    causes: causes.map(({ id }) => id),
    isFirst: found.some((fault) => has(causes[0], fault)),
    areThere: found.every((fault) => causes.some((cause) => has(cause, fault))),
    surplus: causes.length - found.length,
  };
}

async function all(servers: readonly (readonly [Fault, readonly Fault[]])[]) {
  const seen: NonNullable<Awaited<ReturnType<typeof measured>>>[] = [];
  for (const [served, faults] of servers) {
    const one = await measured(served, faults);
    if (one !== undefined) seen.push(one);
  }
  return seen;
}

test('Of a single fault that is found, the right cause is first, and there is at most one more.', async () => {
  const seen = await all(drawnFaults('causes', 40).map((fault) => [fault, [fault]] as const));
  expect(seen.length).toBeGreaterThan(15);
  expect(seen.filter(({ isFirst }) => isFirst).length / seen.length).toBeGreaterThanOrEqual(0.95);
  expect(seen.filter(({ surplus }) => surplus <= 1).length / seen.length).toBeGreaterThanOrEqual(0.9);
});

test('Of two faults, all causes are there, and at most one more.', async () => {
  const drawn = drawnFaults('double', 40);
  const pairs = drawn.slice(0, 20).map((one, index) => [one, drawn[index + 20] ?? one] as const);
  const seen = await all(pairs.map((pair) => [together(...pair), pair] as const));
  expect(seen.length).toBeGreaterThan(10);
  expect(
    seen.filter(({ areThere, surplus }) => areThere && surplus <= 1).length / seen.length,
  ).toBeGreaterThanOrEqual(0.9);
});
