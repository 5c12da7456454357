import { recordedIn } from './releases.ts';

/** The text of the recording of the known implementation: 486 exchanges of its 3.5 line. */
export const recordedText = recordedIn('canton-3.5.ndjson');

/** 328 exchanges with the same release about rulings 28 to 40. */
export const rulingsText = recordedIn('rulings-canton-3.5.ndjson');
