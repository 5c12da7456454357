import { placeKey } from '../../journal/finding-source.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { commonText } from '../../session/case-text.ts';
import type { ReportFinding, ReportResult } from './report.ts';

/** Findings in several places that probably have one cause. */
export interface LikelyCause {
  /** What they have in common; display text. */
  readonly text: string;
  /** Where, in the order of the report. */
  readonly places: readonly LikelyPlace[];
}

/** A requirement, and the operations on which it is broken for this cause. */
export interface LikelyPlace {
  readonly requirement: string;
  readonly operations: readonly Operation[];
}

/**
 * What the same kind of input, or the same wrong answer, has broken in several requirements or operations: handled in one
 * place by most servers, and so repaired in one. The most frequent first.
 */
export function likelyCauses(results: readonly ReportResult[]): LikelyCause[] {
  const groups = new Map<string, { text: string; places: Map<string, Set<Operation>> }>();
  for (const { requirement, operation, outcome, waived, findings } of results) {
    if (outcome !== 'failed' || waived !== null) continue;
    for (const finding of findings) {
      const common = inCommon(finding);
      if (common === undefined) continue;
      const group = groups.get(common.key) ?? { text: common.text, places: new Map() };
      groups.set(common.key, group);
      const operations = group.places.get(requirement) ?? new Set();
      group.places.set(requirement, operations.add(operation));
    }
  }
  return [...groups.values()]
    .map(({ text, places }) => ({
      text,
      places: [...places].map(([requirement, operations]) => ({ requirement, operations: [...operations] })),
    }))
    .filter((cause) => sizeOf(cause) > 1)
    .sort((a, b) => sizeOf(b) - sizeOf(a));
}

function sizeOf({ places }: LikelyCause): number {
  return places.reduce((sum, { operations }) => sum + operations.length, 0);
}

/** What a finding may share with others; undefined for a relation, which has a cause of its own. */
function inCommon(finding: ReportFinding): { key: string; text: string } | undefined {
  const { kind, input, pointer, parameters, place, message, cameBack } = finding;
  if (kind === undefined || place === 'relation') return undefined;
  if (input !== undefined)
    return {
      key: `${kind} ${input.kind}`,
      text: `${verbs[kind] ?? 'failed'}: ${commonText(input.kind, '')}`,
    };
  const status =
    cameBack?.status === undefined
      ? ''
      : ` (${cameBack.status} ${cameBack.mediaType ?? 'without Content-Type'})`;
  return {
    key: `${placeKey({ kind, pointer, ...(parameters === undefined ? {} : { parameters }) })}${status}`,
    text: `${message}${status}`,
  };
}

const verbs: Readonly<Record<string, string>> = {
  'accepted-invalid': 'accepted',
  'valid-rejected': 'rejected although valid',
  'request-unanswered': 'not answered',
};
