import type { ProbedServer } from './breaches.ts';
import type { Compared } from './compare.ts';
import type { FieldServer } from './servers.ts';

/** One row of the table. */
export interface Row {
  readonly server: FieldServer;
  readonly probed: ProbedServer;
  readonly compared: Compared;
  readonly verdict: string;
}
