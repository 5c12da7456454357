import { expect, test } from 'vitest';
import type { Call } from '../../reference/call.ts';
import type { Doing } from '../../reference/rows/engine.ts';
import { emptyFolder } from '../cli/command.ts';
import { bodyOf, type Exposed } from './recognizers.ts';
import { runOn } from './try-device.ts';
import { watched } from './watched.ts';

/** How many runs there are, and with which options. */
const runs = Number(process.env.DEFEAT_RUNS ?? 1);
const args = (process.env.DEFEAT_ARGS ?? '--disguise').split(' ');

/** What a server that breaks the contract would have shown by its answer to a call. */
function exposedBy(call: Call): Exposed | undefined {
  const { headers, status, operation } = call;
  const hasToken = /\.[\w-]+\./.test(`${headers.authorization} ${headers['sec-websocket-protocol']}`);
  if (status === 401) return hasToken ? 'tokens' : undefined;
  if (status === 400) return operation !== 'list-users' && bodyOf(call) !== undefined ? 'bodies' : undefined;
  return status === 200 ? 'valid' : undefined;
}

type Seen = Record<Exposed, number>;

/** Every device at once on a server that conforms: what each would have shown to the run. */
function watching(): { row: Doing; seen: ReadonlyMap<string, Seen> } {
  const all = watched.map(({ id, recognizer }) => ({
    recognizer: recognizer(),
    known: new WeakSet<Call>(),
    seen: { tokens: 0, bodies: 0, valid: 0 },
    id,
  }));
  const row: Doing = {
    operations: [],
    does: [
      () => ({
        watch: {
          arrive(call) {
            for (const { recognizer, known } of all) if (recognizer.isOfTest(call)) known.add(call);
          },
          encode(call) {
            const exposed = exposedBy(call);
            for (const { recognizer, known, seen } of all) {
              recognizer.answered?.(call, call.status);
              if (exposed !== undefined && !known.has(call)) seen[exposed] += 1;
            }
          },
        },
      }),
    ],
  };
  return { row, seen: new Map(all.map(({ id, seen }) => [id, seen])) };
}

test('A disguised run sees what a server does to others than tests, as far as that can be expected.', async () => {
  const caught = new Map<string, number>();
  const shown = new Map<string, Seen[]>();
  for (let run = 0; run < runs; run += 1) {
    const { row, seen } = watching();
    const report = await runOn([row], emptyFolder(), args);
    expect(report.verdict).not.toBe('non-conformant');
    console.log(`${run + 1} of ${runs}`);
    for (const { id, sees } of watched) {
      const of = seen.get(id) as Seen;
      shown.set(id, [...(shown.get(id) ?? []), of]);
      if (sees.length > 0 && sees.every((each) => of[each] > 0)) caught.set(id, (caught.get(id) ?? 0) + 1);
    }
  }
  const median = (id: string, of: Exposed): number =>
    (shown.get(id) ?? []).map((each) => each[of]).sort((a, b) => a - b)[runs >> 1] ?? 0;
  console.log(
    watched
      .map(({ id, beyond, needs }) =>
        [
          id,
          `${caught.get(id) ?? 0} of ${runs}`,
          ...(['tokens', 'bodies', 'valid'] as const).map((each) => median(id, each)),
          beyond ?? needs ?? '',
        ].join(' | '),
      )
      .join('\n'),
  );
  const meant = watched.filter(
    ({ beyond, needs }) => beyond === undefined && (needs === undefined || args.includes(needs)),
  );
  const missed = meant.filter(({ id }) => (caught.get(id) ?? 0) < 0.9 * runs).map(({ id }) => id);
  expect(missed).toEqual([]);
});
