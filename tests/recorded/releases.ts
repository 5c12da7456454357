import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A release of the known implementation, with what was recorded of it. */
export interface RecordedRelease {
  readonly release: string;
  readonly date: string;
  readonly profile: string;
  /** Recordings in the format of `judge`. */
  readonly recordings: readonly string[];
  /** The folder of a whole run, which `run-nodes.test.ts` or `run-canton-3.5.test.ts` judges again. */
  readonly run: string;
}

/** docs/implementations.md shows them in this order. */
export const releases: readonly RecordedRelease[] = [
  {
    release: '3.5.1-SNAPSHOT',
    date: '2026-05-20',
    profile: 'canton-3.5',
    recordings: ['canton-3.5.ndjson', 'rulings-canton-3.5.ndjson', 'provisioning-canton-3.5.ndjson'],
    run: 'run-canton-3.5',
  },
  {
    release: '3.5.10-SNAPSHOT',
    date: '2026-07-22',
    profile: 'canton-3.5',
    recordings: ['open-questions-canton-3.5.10.ndjson.gz'],
    run: 'run-canton-3.5.10',
  },
  {
    release: '3.6.0-SNAPSHOT',
    date: '2026-07-23',
    profile: 'canton-3.6',
    recordings: ['open-questions-canton-3.6.ndjson.gz'],
    run: 'run-canton-3.6',
  },
];

/** The text of a recording, by its file. */
export function recordedIn(name: string): string {
  const bytes = readFileSync(new URL(name, import.meta.url));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
