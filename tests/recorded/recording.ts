import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The text of the recording of the known implementation: 486 exchanges of its 3.5 line. */
export const recordedText = textOf('canton-3.5.ndjson');

/** 328 exchanges with the same release about rulings 28 to 40. */
export const rulingsText = textOf('rulings-canton-3.5.ndjson');

function textOf(name: string): string {
  return readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
}
