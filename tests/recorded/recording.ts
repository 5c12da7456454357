import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The text of the recording of the known implementation: 486 exchanges of its 3.5 line. */
export const recordedText = readFileSync(
  fileURLToPath(new URL('canton-3.5.ndjson', import.meta.url)),
  'utf8',
);
