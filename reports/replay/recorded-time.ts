import type { CaseLine } from '../../journal/journal-line.ts';
import type { Clock, ReadMoment } from '../../session/clock.ts';

/** A request that is in progress, and what delivers its response. */
type Deliver = () => void;

/** Something that happened in the run: a request was sent, or its response had ended. */
interface Happened {
  readonly at: number;
  readonly exchange: string;
  readonly isEnd: boolean;
}

/** A part of a run, such as a check: its cases, and how to conduct them. */
export interface Part {
  readonly cases: readonly CaseLine[];
  readonly conduct: () => Promise<unknown>;
}

/** Lets requests and responses happen in the order of a recorded run, without waiting. */
export interface RecordedTime {
  readonly clock: Clock;
  readonly moment: ReadMoment;
  /** Delivers the response of an exchange when its time has come. */
  atEnd(exchange: string): Promise<void>;
  /**
   * Starts each part of a run when its first request was sent, and lets the time of its cases pass until all have ended.
   * Parts may overlap, and know of each other what they knew in the run.
   * @returns the first exchange of the run that is not sent this time, if any
   */
  pass(parts: readonly Part[]): Promise<string | undefined>;
}

/** How long to wait for something that is computed on another thread, such as a signature; milliseconds. */
const computedWithinMs = 5_000;

export function recordedTime(): RecordedTime {
  let now = 0;
  let happened: Happened[] = [];
  let byKey = new Map<string, Happened>();
  let next = 0;
  /** What has happened already, out of its turn. */
  const early = new Set<string>();
  const timers: { readonly due: number; readonly resolve: () => void }[] = [];
  const inProgress = new Map<string, Deliver>();
  const keyOf = (exchange: string, isEnd: boolean): string => `${exchange} ${isEnd}`;
  const skipEarly = (): void => {
    for (;;) {
      const event = happened[next];
      if (event === undefined || !early.delete(keyOf(event.exchange, event.isEnd))) return;
      next += 1;
    }
  };
  const sent = new Set<string>();
  const begin = (exchange: string): number => {
    // A moment is read twice: when the request is sent, and when its response has ended.
    const isEnd = sent.delete(exchange);
    if (!isEnd) sent.add(exchange);
    const event = byKey.get(keyOf(exchange, isEnd));
    if (happened[next] === event && event !== undefined) next += 1;
    else if (event !== undefined) early.add(keyOf(exchange, isEnd));
    skipEarly();
    return event?.at ?? now;
  };
  /** Fires the next timer that is due by then. */
  const fire = (until: number): boolean => {
    const due = timers.filter((each) => each.due <= until).sort((a, b) => a.due - b.due)[0];
    if (due === undefined) return false;
    timers.splice(timers.indexOf(due), 1);
    now = Math.max(now, due.due);
    due.resolve();
    return true;
  };
  /** Delivers a response that the run did not record, so that its check can end. */
  const deliver = (exchange: string): void => {
    const delivered = inProgress.get(exchange);
    inProgress.delete(exchange);
    delivered?.();
  };
  return {
    clock: {
      now: () => now,
      wait: (ms) => new Promise((resolve) => timers.push({ due: now + ms, resolve })),
    },
    moment: begin,
    atEnd: (exchange) => new Promise((resolve) => inProgress.set(exchange, resolve)),
    async pass(parts) {
      happened = inOrder(parts.flatMap(({ cases }) => eventsOf(cases)));
      byKey = new Map(happened.map((each) => [keyOf(each.exchange, each.isEnd), each]));
      next = 0;
      early.clear();
      sent.clear();
      inProgress.clear();
      timers.length = 0;
      now = happened[0]?.at ?? now;
      const starts = new Map<string, () => void>();
      let open = 0;
      for (const { cases, conduct } of parts) {
        const [first] = inOrder(eventsOf(cases));
        open += 1;
        const end = (): void => {
          open -= 1;
        };
        const start = (): void => void conduct().then(end, end);
        if (first === undefined) start();
        else starts.set(first.exchange, start);
      }
      let idleSince = performance.now();
      let before = -1;
      while (true) {
        await new Promise(setImmediate);
        if (open === 0) return happened.slice(next).find(({ isEnd }) => !isEnd)?.exchange;
        if (next !== before) idleSince = performance.now();
        before = next;
        const event = happened[next];
        const start = event === undefined ? undefined : starts.get(event.exchange);
        if (event !== undefined && start !== undefined) {
          starts.delete(event.exchange);
          now = Math.max(now, event.at);
          start();
        } else if (event === undefined) {
          // Only what the run did not record is left.
          const [unrecorded] = inProgress.keys();
          if (unrecorded !== undefined) deliver(unrecorded);
          else fire(Number.POSITIVE_INFINITY);
        } else if (fire(event.at)) {
          idleSince = performance.now();
        } else if (event.isEnd && inProgress.has(event.exchange)) {
          now = Math.max(now, event.at);
          deliver(event.exchange);
          idleSince = performance.now();
        } else if (performance.now() - idleSince > computedWithinMs) {
          return event.exchange;
        }
      }
    },
  };
}

function inOrder(events: readonly Happened[]): Happened[] {
  return [...events].sort((a, b) => a.at - b.at);
}

function eventsOf(cases: readonly CaseLine[]): Happened[] {
  return cases.flatMap(({ id, attempts }) =>
    attempts.flatMap(({ exchange, moments }) => {
      if (moments === undefined || !exchange.startsWith(`${id}#`)) return [];
      const [sent, ended] = moments;
      return [
        { at: sent, exchange, isEnd: false },
        { at: ended, exchange, isEnd: true },
      ];
    }),
  );
}
