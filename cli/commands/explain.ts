import { allChecks } from '../../checks/checks.ts';
import { judgedOver } from '../../checks/judged-over.ts';
import { saidBy } from '../../journal/text/expectation.ts';
import {
  allowedAnswers,
  type Deviation,
  levelOf,
  type Pinned,
  type Profile,
} from '../../profiles/profile.ts';
import { everyFault as faults } from '../../reference/changes.ts';
import { indented } from '../../reports/terminal/lines.ts';
import { needsOf, requirement, requirements } from '../../requirements/catalogue.ts';
import type { Level, Operation, Requirement } from '../../requirements/requirement.ts';
import { rulingText } from '../../requirements/rulings.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { say } from '../output/say.ts';

/** Explains a requirement: its quote, interpretation, requests, allowed responses, and the faults that prove it. */
export function explain(id: string, profileName: string | undefined): number {
  const entry = find(id);
  const profile = loadProfile(profileName);
  const proving = faults.filter((fault) => fault.requirements.includes(entry.id));
  const lines = [
    `${entry.id}  ${entry.excluded === undefined ? levelIn(profile, entry) : 'excluded'}  section ${entry.section}`,
    '',
    ...indented(`“${entry.quote}”`, 2),
    '',
    ...indented(entry.statement, 2),
    ...entry.rulings.flatMap((ruling) => [
      '',
      ...indented(`Ruling ${ruling}: ${rulingText(ruling) ?? ''}`, 2),
    ]),
    ...(entry.excluded === undefined ? [] : ['', ...indented(`Not judged: ${entry.excluded}`, 2)]),
    ...entry.operations.flatMap((operation) => [
      '',
      `  ${operation}`,
      ...indented(`Allowed responses: ${answersOf(entry, operation)}.`, 4),
      ...saidOf(profile, entry, operation).flatMap((words) => indented(words, 4)),
      ...indented(`Needs: ${needsOf(entry, operation).join(', ') || 'a target and a token'}.`, 4),
      ...indented(
        isTested(entry, operation)
          ? 'Tested by its own check, and by other checks whose responses it applies to.'
          : 'Not tested.',
        4,
      ),
      ...judgedOverWords(entry, operation).flatMap((words) => indented(words, 4)),
    ]),
    '',
    proving.length === 0
      ? '  No fault of the reference server proves it.'
      : `  Proven by ${proving.length} fault${proving.length > 1 ? 's' : ''}:`,
    ...proving.map((fault) => `    ${fault.id}`),
    ...(entry.excluded === undefined
      ? ['', `  Run only this: ledger-conformance run --only ${entry.id}`]
      : []),
  ];
  say(...lines);
  return 0;

  function answersOf(each: Requirement, operation: Operation): string {
    return (
      allowedAnswers(profile, each, operation)?.join(', ') ?? 'any; it is about the form of the response'
    );
  }
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
function judgedOverWords(entry: Requirement, operation: Operation): string[] {
  if (entry.level === 'OPEN' || !isTested(entry, operation)) return [];
  return [`Judged over several circumstances: ${judgedOver(entry.id, operation).join(', ')}.`];
}

function find(id: string): Requirement {
  if (requirements.some((each) => each.id === id)) return requirement(id);
  try {
    return requirement(id.toUpperCase());
  } catch (error) {
    throw new UsageError([error instanceof Error ? error.message : String(error)]);
  }
}
