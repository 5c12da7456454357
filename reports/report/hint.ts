import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { leniencyListOf } from '../../operations/leniencies-of.ts';
import {
  isOfLanguage,
  isStandard,
  pitfallsBehind,
  pitfallsOf,
  platformOf,
} from '../../requirements/pitfalls/catalogue.ts';
import type { Pitfall, PitfallSign, PitfallStack, Platform } from '../../requirements/pitfalls/pitfall.ts';
import type { Report, ReportFinding, ReportResult } from './report.ts';

/** What usually causes a finding, and what to set in common stacks. */
export interface Hint extends Pick<Pitfall, 'id' | 'title'> {
  readonly stacks: readonly PitfallStack[];
}

/** How many stacks a hint in a report names. */
export const stacksNamed = 3;

/**
 * What the target is built with, as far as its answers say. A gateway that names itself in every answer says nothing of what is
 * behind it, so it counts only where it answered itself.
 */
export function recognizedIn({
  results,
  software = [],
}: Pick<Report, 'results' | 'software'>): Platform | undefined {
  const answered = platformOf(results.flatMap(({ findings }) => findings.map(({ actual }) => actual)));
  if (answered?.language !== undefined) return answered;
  const named = platformOf(software.map((name) => `from ${name}`));
  return named?.language === undefined ? answered : named;
}

/**
 * The advice for the recognized platform, or for its language, or a standard. Without a platform, and for what a gateway has no
 * advice about, as nothing is known of the server behind it, all there is.
 */
export function adviceFor(
  stacks: readonly PitfallStack[],
  platform: Platform | undefined,
): readonly PitfallStack[] {
  if (platform === undefined) return stacks;
  const own = stacks.filter(({ name }) => platform.stacks.includes(name));
  if (own.length > 0) return own;
  if (platform.language === undefined) return stacks;
  const ofLanguage = stacks.filter(({ name }) => isOfLanguage(name, platform.language));
  return ofLanguage.length > 0 ? ofLanguage : stacks.filter(({ name }) => isStandard(name));
}

/** The pitfalls whose findings and signs a finding has. */
export function pitfallsIn(
  { requirement, operation }: Pick<ReportResult, 'requirement' | 'operation'>,
  finding: ReportFinding,
  observations: Report['observations'],
): Pitfall[] {
  const { kind = '' } = finding;
  const unknown = observations
    .filter((each) => each.operation === operation && each.id.endsWith('-UNKNOWN-FIELDS'))
    .map(({ value }) => value);
  return pitfallsBehind(requirement).filter(
    ({ findings, sign = {} }) =>
      findings.includes(kind) && hasSigns(finding, sign) && isRenamed(sign.renamed, unknown),
  );
}

function isRenamed(names: readonly string[] | undefined, unknown: readonly string[]): boolean {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');
  return names === undefined || names.some((name) => unknown.some((each) => plain(each) === plain(name)));
}

/** How specific a pitfall is. */
export function signsIn({ sign = {} }: Pitfall): number {
  return Object.keys(sign).length;
}

function hasSigns(finding: ReportFinding, sign: PitfallSign): boolean {
  const { cameBack, parameters, affected = 0, judged = 0, attempts = judged, actual } = finding;
  return (
    (sign.isEvery !== true || (attempts > 0 && affected === attempts)) &&
    (sign.isSometimes !== true || affected < attempts) &&
    (sign.isConcurrent === undefined || sign.isConcurrent === (finding.onlyConcurrent ?? false)) &&
    (sign.texts === undefined ||
      sign.texts.some((text) => actual.includes(text) || finding.message.includes(text))) &&
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

/** The kind of the input, or the only one of which answers show the finding; empty if there is none. */
export function inputOf({ parameters, input, inputs = [] }: ReportFinding): string {
  const [kind] = typeof parameters?.of === 'string' ? parameters.of.split(' ', 1) : [];
  return kind ?? input?.kind ?? (inputs.length === 1 ? inputs[0]?.kind : undefined) ?? '';
}

/** What servers usually get wrong about a requirement: pitfalls, and what common software accepts. */
export function usualMistakes(requirement: string): Hint[] {
  const known = [...pitfallsOf(requirement), ...leniencyListOf(requirement)];
  return known.map(({ id, title, stacks }) => ({ id, title, stacks }));
}

/** The leniency that a finding shows. */
export function leniencyIn(finding: ReportFinding) {
  return finding.kind === 'accepted-invalid' ? leniencyOf(inputOf(finding)) : undefined;
}
