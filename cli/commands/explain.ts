import { saidBy } from '../../journal/finding.ts';
import {
  allowedAnswers,
  type Deviation,
  levelOf,
  type Pinned,
  type Profile,
} from '../../profiles/profile.ts';
import { everyVariant, everyFault as faults } from '../../reference/changes.ts';
import { type Hint, usualMistakes } from '../../reports/report/hint.ts';
import { indented } from '../../reports/terminal/lines.ts';
import { needsOf, requirement, requirements } from '../../requirements/catalogue.ts';
import type { Level, Operation, Requirement } from '../../requirements/requirement.ts';
import { rulingText } from '../../requirements/rulings.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { allChecks } from '../../specs/all.ts';
import { judgedOver } from '../../specs/judged-over.ts';
import type { Options } from '../options.ts';
import { exitStatus } from '../output/exit-status.ts';
import { isJson } from '../output/option-values.ts';
import { say } from '../output/say.ts';

/**
 * Explains a requirement: its quote, interpretation, requests and allowed responses, what servers usually get wrong about
 * it, and the faults that prove it.
 */
export function explain(id: string, options: Options<'explain'>): number {
  const asJson = isJson(options.format);
  const explained = explanationOf(find(id), loadProfile(options.profile, '--profile'));
  say(...(asJson ? [JSON.stringify(explained, null, 2)] : linesOf(explained)));
  return exitStatus.conformant;
}

/** A requirement explained; the field names are documented in docs/json-output.md. */
function explanationOf(entry: Requirement, profile: Profile) {
  const { id, section, quote, statement, rulings, excluded } = entry;
  return {
    id,
    level: levelIn(profile, entry),
    section,
    quote,
    statement,
    rulings: rulings.map((number) => ({ number, text: rulingText(number) ?? '' })),
    /** Why it is not judged. */
    excluded: excluded ?? null,
    operations: entry.operations.map((operation) => ({
      operation,
      /** Null if it is about the form of any response. */
      allowedResponses: allowedAnswers(profile, entry, operation) ?? null,
      /** What the profile says, with its sources. */
      profile: saidOf(profile, entry, operation),
      needs: needsOf(entry, operation),
      /** Whether it has a check of its own. */
      tested: isTested(entry, operation),
      /** Which circumstances vary in a run at `standard` effort. */
      circumstances: circumstancesOf(entry, operation),
    })),
    faults: faults.filter((fault) => fault.requirements.includes(id)).map((fault) => fault.id),
    /** The variants of which a run warns. */
    variants: everyVariant.filter(({ warns = [] }) => warns.includes(id)).map((variant) => variant.id),
    /** What servers usually get wrong about it. */
    mistakes: usualMistakes(id),
  };
}

function linesOf({ faults: proving, variants, ...entry }: ReturnType<typeof explanationOf>): string[] {
  const { id, level, section, quote, statement, rulings, excluded, operations, mistakes } = entry;
  return [
    `${id}  ${excluded === null ? level : 'excluded'}  section ${section}`,
    '',
    ...indented(`“${quote}”`, 2),
    '',
    ...indented(statement, 2),
    ...rulings.flatMap(({ number, text }) => ['', ...indented(`Ruling ${number}: ${text}`, 2)]),
    ...(excluded === null ? [] : ['', ...indented(`Not judged: ${excluded}`, 2)]),
    ...operations.flatMap(operationLines),
    ...mistakeLines(mistakes, id),
    '',
    proofTitle(proving.length, variants.length),
    ...[...proving, ...variants].map((each) => `    ${each}`),
    ...(excluded === null ? ['', `  Run only this: ledger-conformance run --only ${id}`] : []),
  ];
}

function proofTitle(faultCount: number, variantCount: number): string {
  if (faultCount > 0) return `  Proven by ${faultCount} fault${faultCount > 1 ? 's' : ''}:`;
  if (variantCount === 0) return '  No fault of the reference server proves it.';
  return `  Shown by ${variantCount} variant${variantCount > 1 ? 's' : ''} of the reference server, with a warning:`;
}

function operationLines(each: ReturnType<typeof explanationOf>['operations'][number]): string[] {
  const { operation, allowedResponses, profile, needs, tested, circumstances } = each;
  return [
    '',
    `  ${operation}`,
    ...indented(
      `Allowed responses: ${allowedResponses?.join(', ') ?? 'any; it is about the form of the response'}.`,
      4,
    ),
    ...profile.flatMap((words) => indented(words, 4)),
    ...indented(`Needs: ${needs.join(', ') || 'a target and a token'}.`, 4),
    ...indented(
      tested ? 'Tested by its own check, and by other checks whose responses it applies to.' : 'Not tested.',
      4,
    ),
    ...(circumstances.length === 0 ? [] : indented(`Varied conditions: ${circumstances.join(', ')}.`, 4)),
  ];
}

/** The level under the profile; the strictest one if it differs by operation. */
function levelIn(profile: Profile, entry: Requirement): Level {
  const levels = entry.operations.map((operation) => levelOf(profile, entry, operation));
  return (['MUST', 'SHOULD', 'OPEN'] as const).find((level) => levels.includes(level)) ?? entry.level;
}

/** What a profile adds to the document about a requirement, with its sources. */
function saidOf(profile: Profile, { id }: Requirement, operation: Operation): string[] {
  const { deviations, defects = [], pinned = [] } = profile;
  const speaks = ({ operations }: { readonly operations?: readonly Operation[] }): boolean =>
    operations?.includes(operation) !== false;
  const of = <T extends Deviation | Pinned>(entries: readonly T[]): T[] =>
    entries.filter((entry) => entry.requirement === id && speaks(entry));
  return [
    ...of(deviations).map((entry) => `Deviation: ${saidBy(profile, entry)}`),
    ...of(pinned).map((entry) => `Pinned: ${saidBy(profile, entry)}`),
    ...defects
      .filter((defect) => defect.requirements.includes(id) && speaks(defect))
      .map((defect) => `Known defect ${defect.id}: ${saidBy(profile, defect)}`),
  ];
}

function isTested({ id }: Requirement, operation: Operation): boolean {
  return allChecks.some((check) => check.requirement === id && check.operation === operation);
}

/** The circumstances over which it is judged in a run at `standard` effort. */
function circumstancesOf(entry: Requirement, operation: Operation): readonly string[] {
  return entry.level === 'OPEN' || !isTested(entry, operation) ? [] : judgedOver(entry.id, operation);
}

function find(id: string): Requirement {
  if (requirements.some((each) => each.id === id)) return requirement(id);
  try {
    return requirement(id.toUpperCase());
  } catch (error) {
    throw new UsageError([error instanceof Error ? error.message : String(error)]);
  }
}

/** Some requirements have dozens of mistakes; JSON has all of them. */
const shown = { mistakes: 6, stacks: 3 };

/** What servers usually get wrong, each with what to set in some stacks and where that is documented. */
function mistakeLines(mistakes: readonly Hint[], requirement: string): string[] {
  if (mistakes.length === 0) return [];
  const more = mistakes.length - shown.mistakes;
  return [
    '',
    '  What servers usually get wrong:',
    ...mistakes.slice(0, shown.mistakes).flatMap(({ title, stacks }) => [
      '',
      ...indented(title, 4),
      ...stacks.slice(0, shown.stacks).flatMap(({ name, behaviour, remedy, source }) => [
        ...indented(`${name}: ${behaviour} ${remedy}`, 6),
        // Not wrapped, so that it can be opened.
        `      ${source}`,
      ]),
    ]),
    ...(more > 0
      ? ['', ...indented(`${more} more: ledger-conformance explain ${requirement} --format json`, 4)]
      : []),
  ];
}
