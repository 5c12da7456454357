import type { Forgery, Group } from './forgery.ts';
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
