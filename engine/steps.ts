import type { Line } from '../wire/connections.ts';
import type { Header, Scheme } from '../wire/credential.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { OpenCase } from './case-builder.ts';
import type { RequestRole } from './case-parts.ts';
import type { Sendable } from './sent-request.ts';

/** What a check asks of whoever drives it; it gets the result and goes on. */
export type Step =
  | {
      readonly do: 'send';
      readonly in: OpenCase;
      readonly as: RequestRole;
      readonly request: Sendable;
      readonly credential: readonly Header[] | Scheme | undefined;
    }
  | { readonly do: 'end'; readonly case: OpenCase }
  | { readonly do: 'side-by-side'; readonly all: readonly Steps<unknown>[] }
  | { readonly do: 'until'; readonly isSo: () => boolean }
  | { readonly do: 'pause'; readonly ms: number; readonly idle?: Line }
  | { readonly do: 'open-line' }
  | { readonly do: 'close-line'; readonly line: Line };

/**
 * What a check does, as a generator of steps. It knows no promise, no clock and no connection, so whoever has the answers of a run
 * can drive it again.
 */
// biome-ignore lint/suspicious/noExplicitAny: the result of a step depends on the step, which generators cannot express.
export type Steps<T = void> = Generator<Step, T, any>;

/** Sends a request of a case. */
export function* sent(step: Omit<Extract<Step, { do: 'send' }>, 'do'>): Steps<Exchange> {
  return yield { do: 'send', ...step };
}

/** Takes all of these side by side, begun in their order; the results are in that order, too. */
export function* sideBySide<T>(all: readonly Steps<T>[]): Steps<T[]> {
  return yield { do: 'side-by-side', all };
}

/** Goes on once another of the steps taken side by side has made something so. */
export function* until(isSo: () => boolean): Steps {
  if (!isSo()) yield { do: 'until', isSo };
}

/** Waits: so many milliseconds, or until a connection has been idle for as long. */
export function* pause(ms: number, idle?: Line): Steps {
  yield { do: 'pause', ms, idle };
}

/** Opens connections of their own, for requests that must follow each other on one; they must be closed. */
export function* openLines(count: number): Steps<readonly Line[]> {
  const lines: Line[] = [];
  while (lines.length < count) lines.push(yield { do: 'open-line' });
  return lines;
}

/** Closes connections. */
export function* closeLines(lines: readonly Line[]): Steps {
  for (const line of lines) yield { do: 'close-line', line };
}

/** Lends connections for as long as they are used. */
export function* onLines<T>(count: number, use: (lines: readonly Line[]) => Steps<T>): Steps<T> {
  const lines = yield* openLines(count);
  try {
    return yield* use(lines);
  } finally {
    yield* closeLines(lines);
  }
}

/** Lends one connection. */
export function onLine<T>(use: (line: Line) => Steps<T>): Steps<T> {
  return onLines(1, ([line]) => use(line as Line));
}
