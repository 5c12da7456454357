import type { Comparison } from '../../checks/answers/comparison.ts';
import { isUnambiguous } from '../../checks/answers/judge-answers.ts';
import { comparisonOf } from '../../checks/comparisons.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import { collect } from '../../journal/judgement.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { requirements } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { addFinding, type FindingGroups } from './findings.ts';

type Said = ReturnType<Comparison<{ readonly exchange: string }>['read']>;

/**
 * Compares the kept answers of a whole run, whichever case, worker or time they are from (ruling 40). First come all
 * cases, then the exchanges that are wanted, both in any order.
 */
export interface RunComparison {
  takeCase(line: CaseLine): void;
  /** The ids of exchanges to take. */
  wanted(): Iterable<string>;
  take(exchange: Exchange): void;
  /** What contradicts each other, by requirement and operation. */
  findings(facts: TargetFacts | undefined): {
    readonly requirement: string;
    readonly operation: Operation;
    readonly groups: FindingGroups;
  }[];
}

const byId = new Map(requirements.map((each) => [each.id, each]));

export function compareRun(): RunComparison {
  const wanted = new Map<string, Operation>();
  const said = new Map<Operation, NonNullable<Said>[]>();
  return {
    takeCase(line) {
      const { operation, attempts } = line;
      const comparison = comparisonOf(operation);
      if (comparison === undefined) return;
      const may = comparison.ofValidAlone === true ? mustSucceed : maySucceed;
      for (const { exchange, role } of attempts)
        if (role === 'control' || may(line)) wanted.set(exchange, operation);
    },
    wanted: () => wanted.keys(),
    take(exchange) {
      const operation = wanted.get(exchange.id);
      if (operation === undefined) return;
      // Duplicates count once, as where exchanges are read by their ids.
      wanted.delete(exchange.id);
      const one = exchange.failure === undefined ? comparisonOf(operation)?.read(exchange) : undefined;
      if (one === undefined) return;
      const others = said.get(operation);
      if (others === undefined) said.set(operation, [one]);
      else others.push(one);
    },
    findings: (facts) => [...said].flatMap(([operation, all]) => foundIn(operation, all, facts)),
  };
}

/** Whether a case is about a valid request or an open one. What must be rejected says nothing if it is accepted. */
function maySucceed({ requirement, wrong, credential }: CaseLine): boolean {
  const answers = byId.get(requirement)?.answers;
  return credential === 'valid' && isUnambiguous({ wrong }) && answers?.includes('success') === true;
}

/** Whether a case is about a valid request, of which a MUST demands something. */
function mustSucceed({ requirement, wrong, credential }: CaseLine): boolean {
  return wrong === 'valid' && credential === 'valid' && byId.get(requirement)?.level === 'MUST';
}

function foundIn(
  operation: Operation,
  all: readonly NonNullable<Said>[],
  facts: TargetFacts | undefined,
): ReturnType<RunComparison['findings']> {
  const comparison = comparisonOf(operation);
  if (comparison === undefined) return [];
  const inOrder = [...all].sort((a, b) => compareIds(a.exchange, b.exchange));
  const { findings } = collect((sink) => {
    comparison.compare(sink, inOrder, facts);
    return 'none';
  });
  const found = new Set(findings.map(({ requirement }) => requirement));
  return [...found].map((requirement) => {
    const groups: FindingGroups = new Map();
    for (const finding of findings.filter((each) => each.requirement === requirement))
      addFinding(groups, finding);
    return { requirement, operation, groups };
  });
}
