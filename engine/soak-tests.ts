import { sampledJournal } from '../journal/sampled-journal.ts';
import { isPartitionInShard } from '../settings/selection.ts';
import { workerConfiguration } from '../settings/worker-configuration.ts';
import type { Check, JudgedCheck, Run, Steps } from './check.ts';
import { doneOf } from './earlier-part.ts';
import { isConducted } from './named-checks.ts';
import type { Session } from './session.ts';
import { partOf, placeInPartition, soakPartitions } from './soak-plan.ts';
import { host } from './spec.ts';

/** A partition of a property: cases `partition`, `partition + 64`, `partition + 128`, … below `cases`. */
export interface Partition {
  readonly partition: number;
  readonly cases: number;
  /** How many cases of the partition were done before the run was resumed. */
  readonly done: number;
  /** Called when the first `upto` cases of the partition are done. */
  readonly checkpoint: (upto: number) => void;
}

/**
 * Effort and number of cases of the run. Where tests are listed before a run is prepared, as in UI mode, those of the settings;
 * only then are these read, because their validator would delay every run.
 */
const settings = workerConfiguration()?.settings ?? (host === undefined ? undefined : await fromSettings());

async function fromSettings() {
  const [{ environmentWithFile }, { readSettings }] = await Promise.all([
    import('../settings/run-environment.ts'),
    import('../settings/settings.ts'),
  ]);
  return readSettings(environmentWithFile());
}

/** What a run conducts: a check; or a partition of a soak, which is a check of its own, in a session with a journal of its own. */
export interface Part extends Pick<Check, 'operation' | 'isAlone'> {
  readonly title: string;
  readonly of: (session: Session) => readonly [Session, Check];
}

const declared: Part[] = [];

/** The partitions that a soak run conducts, in the order of the specs. */
export const soakOfRun: readonly Part[] = declared;

/**
 * Declares the soak of an operation in a soak run, in 64 partitions; under `npx playwright test`, a test for each.
 * @param check whose judge judges its cases, and whose id is their prefix
 */
export function declareSoak(
  check: JudgedCheck,
  sendPartition: (run: Run, partition: Partition) => Steps,
): void {
  const { only, shard } = workerConfiguration() ?? {};
  const { effort, cases: all = 0 } = settings ?? {};
  if (effort !== 'soak' || !isConducted(only, check)) return;
  const { operation } = check;
  const { firstPartition, share } = partOf(operation);
  const cases = Math.ceil(all * share);
  for (let partition = 0; partition < soakPartitions; partition += 1) {
    if (!isPartitionInShard(firstPartition + partition, shard)) continue;
    const title = `soak of ${operation}, partition ${partition + 1} of ${soakPartitions}`;
    const of = (session: Session): readonly [Session, Check] => {
      const journal = sampledJournal(session.journal, operation, partition, placeInPartition);
      const { checkpoint } = journal;
      const done = doneOf(operation, partition);
      const part = (run: Run) => sendPartition(run, { partition, cases, done, checkpoint });
      return [
        { ...session, journal },
        { ...check, mayBeEmpty: true, cases: part },
      ];
    };
    declared.push({ title, operation, isAlone: true, of });
    if (host === undefined) continue;
    const { conduct } = host;
    host.test(title, { tag: ['@soak'] }, async ({ session }, testInfo) => {
      const [own, each] = of(session);
      await conduct(own, testInfo, each);
    });
  }
}
