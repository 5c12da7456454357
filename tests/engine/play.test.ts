import { expect, test } from 'vitest';
import { pause, type Steps, sideBySide, until } from '../../engine/check.ts';
import { sentOn } from '../../engine/line-history.ts';
import { drive, type Outcome, type OwnStep, play } from '../../engine/play.ts';

/** Takes pauses in the order of their lengths; returns how the steps ended. */
function shortestFirst<T>(steps: Steps<T>): Outcome<T> | undefined {
  const pauses: { readonly ms: number; readonly goOn: () => void }[] = [];
  let ended: Outcome<T> | undefined;
  play(
    steps,
    (step: OwnStep, goOn) => {
      if (step.do !== 'pause') throw new Error(`There is nobody to take the step "${step.do}".`);
      pauses.push({ ms: step.ms, goOn: () => goOn({ result: undefined }) });
    },
    (outcome) => {
      ended = outcome;
    },
  );
  while (pauses.length > 0) {
    pauses.sort((a, b) => a.ms - b.ms);
    pauses.shift()?.goOn();
  }
  return ended;
}

function* after(ms: number, name: string, heard: string[]): Steps<string> {
  heard.push(`${name} begins`);
  yield* pause(ms);
  heard.push(`${name} ends`);
  return name;
}

test('Steps taken side by side begin in their order, end in any, and their results are in their order.', () => {
  const heard: string[] = [];
  const ended = shortestFirst(sideBySide([after(20, 'a', heard), after(10, 'b', heard)]));
  expect(heard).toEqual(['a begins', 'b begins', 'b ends', 'a ends']);
  expect(ended).toEqual({ result: ['a', 'b'] });
});

test('Nothing side by side ends at once.', () => {
  expect(shortestFirst(sideBySide([]))).toEqual({ result: [] });
});

test('What one of them throws is thrown once all have ended.', () => {
  const heard: string[] = [];
  function* failing(): Steps<string> {
    yield* pause(1);
    throw new Error('broken');
  }
  const ended = shortestFirst(sideBySide([failing(), after(10, 'b', heard)]));
  expect(heard.at(-1)).toBe('b ends');
  expect(ended).toEqual({ error: new Error('broken') });
});

test('One waits until another has made something so, in a chain of any length.', () => {
  let done = 0;
  function* turn(place: number): Steps<number> {
    yield* until(() => done === place);
    if (place === 0) yield* pause(1);
    done += 1;
    return place;
  }
  expect(shortestFirst(sideBySide([2, 1, 0].map(turn)))).toEqual({ result: [2, 1, 0] });
});

test('Waiting for what nothing in progress can make so is an error, not a wait without end.', () => {
  expect(shortestFirst(sideBySide([until(() => false), pause(1)]))).toEqual({
    error: new Error('A check waits for something that nothing in progress can make so.'),
  });
});

test('Fifty thousand steps that end at once need no deep stack.', () => {
  let ended: Outcome<number> | undefined;
  function* many(): Steps<number> {
    let count = 0;
    while (count < 50_000) {
      yield* pause(0);
      count += 1;
    }
    return count;
  }
  play(
    many(),
    (_, goOn) => goOn({ result: undefined }),
    (outcome) => {
      ended = outcome;
    },
  );
  expect(ended).toEqual({ result: 50_000 });
});

test('A connection that has been idle for long enough is not waited for.', async () => {
  const line = { close: async () => undefined };
  const waited: number[] = [];
  const session = {
    wire: { openLine: () => line },
    clock: { now: () => 2_000, wait: async (ms: number) => void waited.push(ms) },
  };
  await drive(session, pause(1_500, line));
  sentOn(line, 'one', 1_000);
  await drive(session, pause(1_500, line));
  await drive(session, pause(1_000, line));
  expect(waited).toEqual([500]);
});
