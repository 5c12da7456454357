import type { CaseLine } from '../../journal/case-line.ts';
import type { Clock, ReadMoment } from '../../session/clock.ts';
import { eventsOf, type Timeline, timelineOf } from './timeline.ts';

/** A part of a run, such as a check: its cases, and how to conduct them. */
export interface Part {
  readonly cases: readonly CaseLine[];
  readonly conduct: () => Promise<unknown>;
}

/** Lets requests and responses happen in the order of a recorded run, without waiting. */
export interface RecordedTime {
  readonly clock: Clock;
  readonly moment: ReadMoment;
  /** Resolves when the response of an exchange has ended. */
  atEnd(exchange: string): Promise<void>;
  /**
   * Starts each part of a run when its first request was sent, and lets the time of its cases pass until all have ended.
   * Parts may overlap, and know of each other what they knew in the run.
   * @returns the first exchange of the run that is not sent this time, if any
   */
  pass(parts: readonly Part[]): Promise<string | undefined>;
}

/** How long to wait for something that is computed on another thread, such as a signature; milliseconds. */
const computedWithinMs = 2_000;

/** How much too early a timer of a run may have fired, in milliseconds. */
const earlyMs = 2;

/**
 * How late a wait may have begun, in milliseconds: between a response and the wait that follows it, other parts of a run go on, and
 * time with them.
 */
const lateMs = 50;

/** How long nothing must have happened before such a wait is ended: milliseconds, and turns, as a pause of this process is none. */
const stuck = { ms: 100, turns: 1_000 };

interface Timer {
  readonly due: number;
  readonly resolve: () => void;
}

/** What waits for its time. */
interface Waiting {
  now: number;
  timeline: Timeline;
  readonly timers: Timer[];
  /** Requests in progress, with what delivers their responses. */
  readonly inProgress: Map<string, () => void>;
  /** Parts that have not started, by their first exchange. */
  readonly starts: Map<string, () => void>;
  /** How many parts have not ended. */
  open: number;
}

export function recordedTime(): RecordedTime {
  const waiting: Waiting = {
    now: 0,
    timeline: timelineOf([]),
    timers: [],
    inProgress: new Map(),
    starts: new Map(),
    open: 0,
  };
  /** The moment of an exchange is read when it is sent, and again when its response has ended. */
  const sent = new Set<string>();
  return {
    clock: {
      now: () => waiting.now,
      wait: (ms) => new Promise((resolve) => waiting.timers.push({ due: waiting.now + ms, resolve })),
    },
    moment(exchange) {
      const isEnd = sent.delete(exchange);
      if (!isEnd) sent.add(exchange);
      return waiting.timeline.happens(exchange, isEnd) ?? waiting.now;
    },
    atEnd: (exchange) => new Promise((resolve) => waiting.inProgress.set(exchange, resolve)),
    async pass(parts) {
      waiting.timeline = timelineOf(parts.flatMap(({ cases }) => cases));
      for (const part of parts) enter(waiting, part);
      let progressed = performance.now();
      let turns = 0;
      while (true) {
        await new Promise(setImmediate);
        if (waiting.open === 0) return waiting.timeline.nextSent();
        turns += 1;
        const idleMs = performance.now() - progressed;
        const isStuck = idleMs > stuck.ms && turns > stuck.turns;
        if (step(waiting) || (isStuck && fireLate(waiting))) {
          progressed = performance.now();
          turns = 0;
        } else if (idleMs > computedWithinMs) return waiting.timeline.nextSent();
      }
    },
  };
}

/** A part without requests starts at once. */
function enter(waiting: Waiting, { cases, conduct }: Part): void {
  waiting.open += 1;
  const end = (): void => {
    waiting.open -= 1;
  };
  const start = (): void => void conduct().then(end, end);
  const [first] = eventsOf(cases);
  if (first === undefined) start();
  else waiting.starts.set(first.exchange, start);
}

/** Lets happen what is next, and says whether anything did. */
function step(waiting: Waiting): boolean {
  const { timeline, starts, inProgress } = waiting;
  const event = timeline.next();
  // Only what the run did not record is left.
  if (event === undefined) return deliver(waiting, inProgress.keys().next().value) || fire(waiting);
  const start = starts.get(event.exchange);
  if (start !== undefined) {
    starts.delete(event.exchange);
    waiting.now = Math.max(waiting.now, event.at);
    start();
    return true;
  }
  if (fire(waiting, event.at + earlyMs)) return true;
  if (!event.isEnd || !inProgress.has(event.exchange)) return false;
  waiting.now = Math.max(waiting.now, event.at);
  return deliver(waiting, event.exchange);
}

function deliver({ inProgress }: Waiting, exchange: string | undefined): boolean {
  const delivered = exchange === undefined ? undefined : inProgress.get(exchange);
  if (exchange === undefined || delivered === undefined) return false;
  inProgress.delete(exchange);
  delivered();
  return true;
}

/** If nothing else happens, the next event waits for a wait that began late. */
function fireLate(waiting: Waiting): boolean {
  const event = waiting.timeline.next();
  return event !== undefined && fire(waiting, event.at + lateMs);
}

/** Ends the next wait that is over by then. */
function fire(waiting: Waiting, until = Number.POSITIVE_INFINITY): boolean {
  const { timers } = waiting;
  const [due] = timers.filter((each) => each.due <= until).sort((a, b) => a.due - b.due);
  if (due === undefined) return false;
  timers.splice(timers.indexOf(due), 1);
  waiting.now = Math.max(waiting.now, due.due);
  due.resolve();
  return true;
}
