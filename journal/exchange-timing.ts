import { readObject } from '../json/read-json.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { StoredExchange } from './stored-exchange.ts';

/** How long an exchange took. */
export interface ExchangeTiming {
  readonly id: string;
  readonly ms: number;
  /** Whether a complete response was received. */
  readonly complete: boolean;
}

export function timingOf({ id, ms, answer, failure }: Exchange): ExchangeTiming {
  return { id, ms, complete: answer !== undefined && failure === undefined };
}

/** The same for a line of exchanges.ndjson; undefined if it is none. */
export function timingOfLine(bytes: Buffer): ExchangeTiming | undefined {
  // The journal writes the id first and the time last; parsing whole lines would take a multiple of the time.
  const id = /^\{"id":"([^"\\]*)"/.exec(bytes.toString('utf8', 0, 400))?.[1];
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 40));
  const ms = /"ms":(\d+(?:\.\d+)?)\}$/.exec(end)?.[1];
  if (id === undefined || ms === undefined) return parsed(bytes);
  // Inside a string, these quotes would be escaped.
  return {
    id,
    ms: Number(ms),
    complete: bytes.includes(',"response":{') && !bytes.includes(',"failure":{'),
  };
}

function parsed(bytes: Buffer): ExchangeTiming | undefined {
  const line = readObject(bytes) as unknown as Partial<StoredExchange> | undefined;
  if (typeof line?.id !== 'string' || typeof line.ms !== 'number') return undefined;
  return {
    id: line.id,
    ms: line.ms,
    complete: line.response !== undefined && line.failure === undefined,
  };
}
