/** Lets one large response arrive at a time; the rest of the others is left with the target until it has ended. */
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

/** How many bytes of each response arrive in any case. Reading a body leaves garbage of many times its size. */
const heldFrom = 1024 ** 2;

export function createLargeArrivals(): LargeArrivals {
  let arriving: object | undefined;
  const paused = new Map<object, Control>();
  /** Also those that have been resumed: their time may be up before anything more arrives. */
  const everPaused = new WeakSet<object>();
  return {
    arrived(response, bytes, control) {
      if (bytes <= heldFrom || arriving === response || paused.has(response)) return;
      if (arriving === undefined) {
        arriving = response;
        return;
      }
      paused.set(response, control);
      everPaused.add(response);
      control.pause();
    },
    wasPaused: (response) => everPaused.has(response),
    ended(response) {
      paused.delete(response);
      if (arriving !== response) return;
      const [next] = paused;
      arriving = next?.[0];
      if (next === undefined) return;
      paused.delete(next[0]);
      // Later, as the one that has ended is still being read.
      setImmediate(() => next[1].resume());
    },
  };
}
