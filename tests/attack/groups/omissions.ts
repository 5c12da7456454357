import { soakPartitions, soakParts } from '../../../engine/soak-plan.ts';
import { header } from '../change-journal.ts';
import { type Change, exchangesPath, forged, inLines, inReport, runPath, withFooter } from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';
import { eachLine } from './contradictions.ts';

const notGenerated = 'The evidence is not what a run with seed';

/** Gives an observing check up for a reason, and leaves out all that it sent. */
const givenUpFor =
  (kind: string, reason: string): Change =>
  (files) => {
    const id = 'LU-OPEN-PAGESIZE-BAD@list-users/';
    for (const path of [runPath, exchangesPath])
      inLines(path, (lines) =>
        lines.filter((line) => !/"(?:id|case)":"([^"]*)/.exec(line.slice(0, 300))?.[1]?.startsWith(id)),
      )(files);
    eachLine(runPath, (line) => {
      if (line.type === 'check' && line.requirement === 'LU-OPEN-PAGESIZE-BAD')
        Object.assign(line, { state: 'inconclusive', reason, kind });
    })(files);
    withFooter(files);
  };

/** Says that a run was a soak of so many cases, whose partitions were not conducted. */
const asSoak =
  (cases: number): Change =>
  (files) => {
    header((line) => {
      const { seed, nonce, ...more } = line.run;
      line.run = { seed, nonce, ...more, effort: 'soak', cases };
    })(files);
    const lines = soakParts.flatMap(({ check }) =>
      Array.from({ length: soakPartitions }, (_, partition) =>
        JSON.stringify({
          ...{ type: 'check', ...check, partition },
          ...{ state: 'not-exercised', reason: 'no case was generated', kind: 'no-case' },
        }),
      ),
    );
    inLines(runPath, (all) => [...all.slice(0, -1), ...lines, ...all.slice(-1)])(files);
  };

/** What was left out of a run, and how that is explained. */
export const omissionRows: readonly Row[] = [
  [
    'an observing check that was given up for an expired token, although there is a key',
    remade(givenUpFor('token-expired', 'The token of the run expired')),
    8,
    'does not end as recorded',
  ],
  [
    'an observing check that was given up for too much data, of which there is little',
    remade(givenUpFor('too-much-data', 'list-users sent 64 MiB')),
    8,
    'does not end as recorded',
  ],
  [
    'a soak of a million cases, none of which was conducted',
    remade(asSoak(1_000_000)),
    7,
    'and evidence/run.ndjson does not have them',
  ],
  [
    'a check that was skipped for want of a setting that was there',
    remade(givenUpFor('missing-setting', 'TARGET_SYNCHRONIZER is not set'), (files) =>
      eachLine(runPath, (line) => {
        if (line.state === 'inconclusive') line.state = 'not-exercised';
      })(files),
    ),
    8,
    notGenerated,
  ],
  [
    'the gate of a strict run',
    forged(
      inReport((report) => {
        report.gate = {
          status: 1,
          causes: ['1 SHOULD requirement is broken.'],
          causeKinds: ['should-broken'],
        };
      }),
    ),
    7,
    'report.json does not follow',
  ],
];
