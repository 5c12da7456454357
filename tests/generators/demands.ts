import type { Violation } from '../../generators/violation.ts';
import type { RequestStem } from '../../generators/violations.ts';
import { kindText } from '../../journal/case-text.ts';
import { requirement } from '../../requirements/catalogue.ts';
import { type BodyFault, type Demand, demandOf, requirementFor } from '../../requirements/requirement-for.ts';

/** The text of a violation: unique among those of a body. */
export function nameOf(violation: Violation): string {
  return kindText(violation, violation.pointer);
}

/** What the requirement that claims a fault demands. */
export function demanded(stem: RequestStem, fault: BodyFault): Demand {
  const claimant = requirementFor(stem, fault);
  if (claimant === undefined) throw new Error(`No requirement claims ${JSON.stringify(fault)} of ${stem}.`);
  return demandOf(requirement(claimant));
}
