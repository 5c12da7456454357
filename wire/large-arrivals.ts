import { collectGarbage, heavyBytes, keepHeapSteady } from './collect-garbage.ts';

/** Lets few large responses arrive at a time; the rest of the others is left with the target until one has ended. */
export interface LargeArrivals {
  /** So many bytes of a response have arrived. Pauses it, and resumes it when its turn comes. */
  arrived(response: object, bytes: number, control: Control): void;
  /** Whether a response is or was paused: that it has not grown meanwhile is no fault of the target. */
  wasPaused(response: object): boolean;
  /** A response has ended in whichever way. */
  ended(response: object): void;
}

interface Control {
  pause(): void;
  resume(): void;
}

/** Reading a body of this size leaves garbage of many times as much. */
const steadyFrom = 256 * 1024;

/** How many responses above `heavyBytes` arrive at a time; others arrive as they come. */
const atOnce = 2;

export function createLargeArrivals(): LargeArrivals {
  const arriving = new Set<object>();
  const paused = new Map<object, Control>();
  /** Also those that have been resumed: their time may be up before anything more arrives. */
  const everPaused = new WeakSet<object>();
  let isHeapSteady = false;
  return {
    arrived(response, bytes, control) {
      if (bytes <= steadyFrom) return;
      if (!isHeapSteady) keepHeapSteady();
      isHeapSteady = true;
      if (bytes <= heavyBytes || arriving.has(response) || paused.has(response)) return;
      collectGarbage();
      if (arriving.size < atOnce) {
        arriving.add(response);
        return;
      }
      paused.set(response, control);
      everPaused.add(response);
      control.pause();
    },
    wasPaused: (response) => everPaused.has(response),
    ended(response) {
      paused.delete(response);
      if (!arriving.delete(response)) return;
      const [next] = paused;
      if (next === undefined) return;
      const [waiting, control] = next;
      paused.delete(waiting);
      arriving.add(waiting);
      // Later, because the HTTP client is still reading the one that has ended.
      setImmediate(() => control.resume());
    },
  };
}
