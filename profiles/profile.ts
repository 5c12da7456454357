import type { AnswerKind, Level, Operation, Requirement } from '../requirements/requirement.ts';

/** Where a class of targets departs from the document: other answers allowed, or another level. */
export interface Departure {
  readonly requirement: string;
  readonly operations?: readonly Operation[];
  readonly answers?: readonly AnswerKind[];
  readonly level?: Level;
  readonly reason: string;
  readonly source: string;
}

/** What a class of targets promises. `document` has no departures. */
export interface Profile {
  readonly id: string;
  readonly title: string;
  readonly defaults: { readonly pageSizeParameter: string; readonly pageTokenParameter: string };
  readonly departures: readonly Departure[];
}

function departure(profile: Profile, requirement: string, operation: Operation): Departure | undefined {
  return profile.departures.find(
    (entry) =>
      entry.requirement === requirement &&
      (entry.operations === undefined || entry.operations.includes(operation)),
  );
}

/** The kinds of answer a requirement allows under a profile; undefined where anything goes (ruling 23). */
export function allowedAnswers(
  profile: Profile,
  requirement: Requirement,
  operation: Operation,
): readonly AnswerKind[] | undefined {
  return departure(profile, requirement.id, operation)?.answers ?? requirement.answers;
}

/** The level of a requirement under a profile. */
export function levelOf(profile: Profile, requirement: Requirement, operation: Operation): Level {
  return departure(profile, requirement.id, operation)?.level ?? requirement.level;
}
