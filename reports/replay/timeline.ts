import type { CaseLine } from '../../journal/case-line.ts';

/** Something that happened in a run: a request was sent, or its response had ended. */
export interface Happened {
  /** Milliseconds since the worker began. */
  readonly at: number;
  readonly exchange: string;
  readonly isEnd: boolean;
}

/** What happened in a run, to happen again in the same order. */
export interface Timeline {
  /** What has not happened yet; undefined if all has. */
  next(): Happened | undefined;
  /** The first request that has not been sent. */
  nextSent(): string | undefined;
  /**
   * Something happens, whether or not it is next.
   * @returns when it happened in the run; undefined if it did not
   */
  happens(exchange: string, isEnd: boolean): number | undefined;
}

export function timelineOf(cases: readonly CaseLine[]): Timeline {
  const events = eventsOf(cases);
  const byKey = new Map(events.map((event) => [keyOf(event), event]));
  /** What has happened before its turn. */
  const early = new Set<Happened>();
  let next = 0;
  return {
    next: () => events[next],
    nextSent: () => events.slice(next).find((event) => !event.isEnd && !early.has(event))?.exchange,
    happens(exchange, isEnd) {
      const event = byKey.get(keyOf({ exchange, isEnd }));
      if (event === undefined) return undefined;
      early.add(event);
      for (let first = events[next]; first !== undefined && early.delete(first); first = events[next])
        next += 1;
      return event.at;
    },
  };
}

/** The events of cases, in their order. */
export function eventsOf(cases: readonly CaseLine[]): Happened[] {
  return cases
    .flatMap(({ id, attempts }) =>
      attempts.flatMap(({ exchange, moments }) => {
        if (moments === undefined || !exchange.startsWith(`${id}#`)) return [];
        const [sent, ended] = moments;
        return [
          { at: sent, exchange, isEnd: false },
          { at: ended, exchange, isEnd: true },
        ];
      }),
    )
    .sort((a, b) => a.at - b.at);
}

function keyOf({ exchange, isEnd }: Pick<Happened, 'exchange' | 'isEnd'>): string {
  return `${exchange} ${isEnd}`;
}
