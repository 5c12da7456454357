import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { pitfallsBehind } from '../../requirements/pitfalls/catalogue.ts';
import type { Pitfall, PitfallSign, PitfallStack } from '../../requirements/pitfalls/pitfall.ts';
import type { ReportFinding } from './report.ts';

/** What usually causes a finding, and what to set in common stacks. */
export interface Hint {
  /** The id of a leniency or of a pitfall. */
  readonly id: string;
  readonly title: string;
  readonly stacks: readonly PitfallStack[];
}

/** How many stacks a hint in a report names. */
export const stacksNamed = 3;

type FindingParts = Pick<
  ReportFinding,
  'kind' | 'parameters' | 'input' | 'cameBack' | 'affected' | 'attempts'
>;

/**
 * The hint for a finding: the leniency that it shows, or else the pitfall whose signs it has most of; undefined if neither
 * catalogue has one.
 */
export function hintOf(requirement: string, finding: FindingParts): Hint | undefined {
  const found = leniencyOf(inputOf(finding)) ?? pitfallOf(requirement, finding);
  return found === undefined ? undefined : { id: found.id, title: found.title, stacks: found.stacks };
}

function pitfallOf(requirement: string, finding: FindingParts): Pitfall | undefined {
  const { kind = '' } = finding;
  const [first, ...others] = pitfallsBehind(requirement).filter(
    ({ findings, sign = {} }) => findings.includes(kind) && hasSigns(finding, sign),
  );
  if (first === undefined) return undefined;
  return others.reduce((best, each) => (signsIn(each) > signsIn(best) ? each : best), first);
}

function signsIn({ sign = {} }: Pitfall): number {
  return Object.keys(sign).length;
}

function hasSigns(finding: FindingParts, sign: PitfallSign): boolean {
  const { cameBack, parameters, affected, attempts } = finding;
  return (
    (sign.isEvery !== true || (affected !== undefined && affected === attempts)) &&
    isAmong(sign.failures, cameBack?.failure) &&
    isAmong(sign.statuses, cameBack?.status) &&
    isAmong(sign.mediaTypes, cameBack === undefined ? undefined : (cameBack.mediaType ?? '')) &&
    isAmong(sign.keywords, parameters?.keyword) &&
    isAmong(sign.inputs, inputOf(finding))
  );
}

function isAmong(wanted: readonly unknown[] | undefined, value: unknown): boolean {
  return wanted === undefined || wanted.includes(value);
}

/** The kind of the input; empty if the finding is not about one. */
function inputOf({ parameters, input }: FindingParts): string {
  const [kind] = typeof parameters?.of === 'string' ? parameters.of.split(' ', 1) : [];
  return kind ?? input?.kind ?? '';
}
