import type { HeaderPair } from '../../../wire/exchange.ts';
import type { StoredBytes } from './recorded-body.ts';

/** A line of a recording file. */
export interface RecordedLine {
  readonly name: string;
  readonly op?: string;
  readonly group?: string;
  readonly ms?: number | null;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly version?: string | null;
    readonly headers: readonly HeaderPair[];
  } & StoredBytes;
  readonly response?: RecordedResponse | null;
}

/** A recorded answer; `clientError` says how the connection ended if it failed. */
export type RecordedResponse = StoredBytes & {
  readonly status?: number | null;
  readonly reason?: string | null;
  readonly headers?: readonly HeaderPair[] | null;
  readonly clientError?: string | null;
};
