import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { vi } from 'vitest';
import { bytesFrom } from '../../generators/seeding.ts';

/** How long a delay is at most, in milliseconds. */
const longestMs = 3_000;

/** No test waits so long: the time of what would passes at once, and so does that of rests, as long as which no request may take. */
const patienceMs = 60_000;
const rests: readonly number[] = [30_000, 60_000];

/** Node writes the header Date by a clock that is not replaced, but servers of this process verify tokens by the one that is. */
function dateByThisClock(message: unknown): void {
  const { response } = message as { readonly response: ServerResponse };
  response.setHeader('Date', new Date().toUTCString());
}

/** In real time, one of so many answers is delayed. */
const delayedOneIn = 200;

/** Delays some answers of the servers of this process, by up to three seconds of real time. Returns the function that ends it. */
export function delayedAnswers(seed: string): () => void {
  const end = ServerResponse.prototype.end as (this: ServerResponse, ...args: unknown[]) => ServerResponse;
  let answers = 0;
  const delaying = vi.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (
    this: ServerResponse,
    ...args: unknown[]
  ) {
    answers += 1;
    const drawn = bytesFrom(['delayed answer', seed, answers], 4);
    if (drawn.readUInt16BE() % delayedOneIn !== 0) return end.apply(this, args);
    setTimeout(() => end.apply(this, args), drawn.readUInt16BE(2) % longestMs);
    return this;
  } as typeof ServerResponse.prototype.end);
  return () => delaying.mockRestore();
}

let isStanding = false;

/** Does something that takes no virtual time. */
export async function whileTimeStands(act: () => Promise<void>): Promise<void> {
  isStanding = true;
  await act().finally(() => {
    isStanding = false;
  });
}

const begunRequests = 'http.server.request.start';

/**
 * Lets the time of this process go on by itself, and by a drawn delay of up to three seconds now and then: whatever is under way has
 * then taken so long. Returns the function that ends it.
 * @param oneIn one of so many steps, of a few milliseconds each, is a delay
 */
export function virtualTime(seed: string, oneIn: number): () => void {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
  let [steps, before] = [0, process.hrtime.bigint()];
  const timer = setInterval(() => {
    const now = process.hrtime.bigint();
    if (isStanding) {
      before = now;
      return;
    }
    steps += 1;
    const drawn = bytesFrom(['delay', seed, steps], 4);
    const delay = drawn.readUInt16BE() % oneIn === 0 ? drawn.readUInt16BE(2) % longestMs : 0;
    vi.advanceTimersByTime(Number((now - before) / 1_000_000n) + delay);
    before = now;
  }, 4);
  subscribe(begunRequests, dateByThisClock);
  const real = globalThis.setTimeout;
  const patient = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
    if (ms <= patienceMs && !rests.includes(ms)) return real(run, ms);
    return real(() => {
      vi.advanceTimersByTime(ms);
      run();
    }, 1);
  }) as typeof setTimeout);
  return () => {
    clearInterval(timer);
    unsubscribe(begunRequests, dateByThisClock);
    patient.mockRestore();
    vi.useRealTimers();
  };
}
