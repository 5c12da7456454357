import type { CaseLine } from '../../journal/case-line.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { Finding } from '../../journal/finding.ts';
import { collect } from '../../journal/judgement.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import { isUnambiguous } from '../../judges/answers/invalid-input.ts';
import { judgesOf } from '../../judges/by-operation.ts';
import type { Comparison } from '../../judges/judge.ts';
import { requirements } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange } from '../../wire/exchange.ts';

type Said = NonNullable<ReturnType<Comparison<{ readonly exchange: string }>['read']>>;

export type RunComparison = ReturnType<typeof compareRun>;

const byId = new Map(requirements.map((each) => [each.id, each]));

/**
 * Compares the kept answers of a whole run, whichever case, worker or time they are from (ruling 40). First come all
 * cases, then the exchanges that are wanted, both in any order; others are ignored.
 */
export function compareRun() {
  const wanted = new Map<string, Operation>();
  const said = new Map<Operation, Said[]>();
  return {
    takeCase(line: CaseLine): void {
      const { operation, attempts } = line;
      const { comparison } = judgesOf(operation);
      if (comparison === undefined) return;
      const may = comparison.ofValidAlone === true ? mustSucceed : maySucceed;
      for (const { exchange, role } of attempts)
        if (role === 'control' || may(line)) wanted.set(exchange, operation);
    },
    /** Whether an exchange is to be taken. */
    wants: (exchange: string): boolean => wanted.has(exchange),
    take(exchange: Exchange): void {
      const operation = wanted.get(exchange.id);
      if (operation === undefined) return;
      // Duplicates count once, as where exchanges are read by their ids.
      wanted.delete(exchange.id);
      const one = exchange.failure === undefined ? judgesOf(operation).comparison?.read(exchange) : undefined;
      if (one === undefined) return;
      const others = said.get(operation);
      if (others === undefined) said.set(operation, [one]);
      else others.push(one);
    },
    /** What contradicts each other. */
    findings: (facts: TargetFacts | undefined): Finding[] =>
      [...said].flatMap(([operation, all]) => {
        const inOrder = [...all].sort((a, b) => compareIds(a.exchange, b.exchange));
        return collect((sink) => {
          judgesOf(operation).comparison?.compare(sink, inOrder, facts);
          return 'none';
        }).findings;
      }),
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
