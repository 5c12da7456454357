import { type Forgery, type Group, groups } from './forgery.ts';
import { archiveForgeries } from './groups/archives.ts';
import { artifactForgeries } from './groups/artifacts.ts';
import { assuranceForgeries } from './groups/assurances.ts';
import { challengedRunForgeries } from './groups/challenged-runs.ts';
import { challengeForgeries } from './groups/challenges.ts';
import { envelopeForgeries } from './groups/envelopes.ts';
import { evidenceForgeries } from './groups/evidence.ts';
import { fileForgeries } from './groups/files.ts';
import { generationForgeries } from './groups/generation.ts';
import { keyForgeries } from './groups/keys.ts';
import { exchangeForgeries, journalForgeries } from './groups/lines.ts';
import { logEntryForgeries } from './groups/log-entries.ts';
import { reportForgeries } from './groups/reports.ts';
import { requiredSetForgeries } from './groups/required-set.ts';
import { secretForgeries } from './groups/secrets.ts';
import { statementForgeries } from './groups/statements.ts';
import { statusListForgeries } from './groups/status-lists.ts';
import { timestampForgeries } from './groups/timestamps.ts';

/** All forgeries, by group. To add one, add a row to the table of its group. */
export const forgeries: readonly Forgery[] = [
  ...archiveForgeries,
  ...evidenceForgeries,
  ...generationForgeries,
  ...fileForgeries,
  ...statementForgeries,
  ...requiredSetForgeries,
  ...envelopeForgeries,
  ...journalForgeries,
  ...exchangeForgeries,
  ...reportForgeries,
  ...keyForgeries,
  ...timestampForgeries,
  ...logEntryForgeries,
  ...secretForgeries,
  ...challengeForgeries,
  ...challengedRunForgeries,
  ...assuranceForgeries,
  ...statusListForgeries,
  ...artifactForgeries,
];

/** Those that take a second or more each: most of the evidence is read before they are refused. */
const slow: readonly Group[] = [
  'evidence',
  'journal',
  'exchanges',
  'generation',
  'report',
  'secrets',
  'challenge',
  'assurance',
];

/** For `npm run test:slow`: every twelfth of those that are quick, and every eightieth of the others. */
export const sample: readonly Forgery[] = forgeries.filter(
  ({ group }, index) => index % (slow.includes(group) ? 80 : 12) === 0,
);

/**
 * The indices of the forgeries to try: all, or those whose group and name contain the text behind --only. A sentence if there are none, or
 * the arguments are others.
 */
export function chosenOf([option, text, ...more]: readonly string[]): number[] | string {
  if (option !== undefined && (option !== '--only' || text === undefined || more.length > 0))
    return `There is nothing like "${[option, text, ...more].join(' ').trim()}". Use --only TEXT.`;
  const all = forgeries.map(({ group, name }, index) => ({ index, words: `${group}: ${name}` }));
  const indices = all.filter(({ words }) => words.includes(text ?? '')).map(({ index }) => index);
  return indices.length > 0
    ? indices
    : `No forgery has "${text}" in its group and name. The groups are ${groups.join(', ')}; the names are in tests/attack/groups/.`;
}
