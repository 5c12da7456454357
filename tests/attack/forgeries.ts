import type { Forgery, Group } from './forgery.ts';
import { archiveForgeries } from './groups/archives.ts';
import { evidenceForgeries } from './groups/evidence.ts';
import { generationForgeries } from './groups/generation.ts';

/** All forgeries, by group. To add one, add a row to the table of its group. */
export const forgeries: readonly Forgery[] = [
  ...archiveForgeries,
  ...evidenceForgeries,
  ...generationForgeries,
];

/** Those that take a second or more each: most of the evidence is read before they are refused. */
const slow: readonly Group[] = ['evidence', 'journal', 'exchanges', 'generation', 'report', 'secrets'];

/** For `npm test`: all that are quick, and every eighth of the others. */
export const sample: readonly Forgery[] = forgeries.filter(
  ({ group }, index) => !slow.includes(group) || index % 8 === 0,
);
