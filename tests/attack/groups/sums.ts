import { partitionLength, partOf, soakPartitions } from '../../../engine/soak-plan.ts';
import { requirements } from '../../../requirements/catalogue.ts';
import type { Operation } from '../../../requirements/requirement.ts';
import { header, withLine, without } from '../change-journal.ts';
import { type Change, exchangesPath, forged, inLines, replaced, runPath, withFooter } from '../change-run.ts';
import type { Row } from '../forgery.ts';
import { remade } from '../remake-bundle.ts';

/** A sum in which every requirement of an operation was judged. */
function inventedSum(operation: Operation, partition = 0, upto = 900): object {
  const ids = requirements
    .filter(({ operations }) => (operations as readonly string[]).includes(operation))
    .map(({ id }) => id);
  return {
    type: 'sum',
    operation,
    partition,
    upto,
    exchanges: 0,
    cases: ids.map((requirement) => ({
      requirement,
      control: 'succeeded',
      body: null,
      cases: 9,
      judged: { [requirement]: 9 },
    })),
    findings: [],
    observations: [],
    undecided: [],
    unanswered: [],
    traffic: { requests: 9, seen: 9, unanswered: 0, onlyBusy: false, recovered: 0 },
  };
}

const operations: readonly Operation[] = ['generate-topology', 'execute-submission', 'list-users'];
const soaked = 2_700;
const partitions = Array.from({ length: soakPartitions }, (_, partition) => partition);
const inventedSums: Change = (files) => {
  for (const operation of operations) withLine(inventedSum(operation))(files);
};
const sumsOfSoak: Change = (files) => {
  for (const operation of operations) {
    const all = Math.ceil(soaked * partOf(operation).share);
    for (const each of partitions) withLine(inventedSum(operation, each, partitionLength(all, each)))(files);
  }
};
const nothingKept: Change = (files) => {
  without('case')(files);
  without('judgement')(files);
  replaced(exchangesPath, '')(files);
  withFooter(files);
};
const asSoak: Change = (files) => {
  header(({ run }) => {
    run.effort = 'soak';
    run.cases = soaked;
  })(files);
  for (const operation of operations) {
    inLines(runPath, (lines) => [
      ...lines.slice(0, -1),
      ...partitions.map((partition) =>
        JSON.stringify({
          type: 'check',
          requirement: 'HTTP-STABLE',
          operation,
          partition,
          state: 'done',
          reason: null,
        }),
      ),
      ...lines.slice(-1),
    ])(files);
  }
};

/** Runs of which cases are summed up. */
export const sumRows: readonly Row[] = [
  [
    'three sums instead of any exchange',
    remade(nothingKept, inventedSums),
    7,
    'sums up cases instead of keeping them',
  ],
  [
    'a sum besides the cases',
    forged(withLine(inventedSum('list-users'))),
    7,
    'sums up cases instead of keeping them',
  ],
  [
    'sums alone, said to be of a soak',
    remade(nothingKept, sumsOfSoak, asSoak),
    8,
    'MUST passed only by sums',
  ],
  [
    'cases that no soak has sent',
    remade(asSoak),
    7,
    'The run says that it soaked generate-topology with 17 cases in partition 1',
  ],
];
