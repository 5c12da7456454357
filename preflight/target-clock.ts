import { type Exchange, headerValue } from '../wire/exchange.ts';

/** A date that is further away than this, in seconds, is no clock: it comes from a cache, or was never set. */
const noClockSeconds = 86_400;

/** Less is not told from the time that a server takes to say it. */
const noticeableSeconds = 2;

/**
 * How far the clock of a target is ahead of that of this machine, in seconds, from the `Date` of its first answers (ruling
 * 41). A `Date` has whole seconds and was made between the request and the end of its answer, so several of them tell it more
 * exactly than one. 0 if the clocks agree; null if no answer has a usable `Date`.
 */
export function clockAheadIn(exchanges: readonly Exchange[]): number | null {
  const windows = exchanges.flatMap(windowOf).sort(([a], [b]) => a - b);
  if (windows.length === 0) return null;
  const least = Math.max(...windows.map(([from]) => from));
  const most = Math.min(...windows.map(([, to]) => to));
  // Several servers behind one address, or a gateway that answers some requests itself: the clock in the middle.
  const [from, to] = least <= most ? [least, most] : (windows[windows.length >> 1] ?? [0, 0]);
  const ahead = Math.round((from + to) / 2_000);
  return Math.abs(ahead) < noticeableSeconds ? 0 : ahead;
}

/** Between which differences, in milliseconds, a `Date` is right. */
function windowOf({ at, ms, answer }: Exchange): readonly (readonly [from: number, to: number])[] {
  const date = Date.parse(headerValue(answer?.headers ?? [], 'date') ?? '');
  if (at === undefined || Number.isNaN(date) || Math.abs(date - at) > noClockSeconds * 1_000) return [];
  return [[date - at - Math.ceil(ms), date - at + 1_000]];
}
