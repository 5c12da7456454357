import type { RequestStem } from '../../generators/violations.ts';
import type { Wrong } from '../../journal/record.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { AnswerKind, Operation } from '../../requirements/requirement.ts';
import { requirementFor, requirementForKind } from '../../requirements/requirement-for.ts';
import { ambiguousFaults } from '../answers/invalid-input.ts';

/** A reason why a request need not succeed: a fault, or something that the document leaves open. */
export interface RecordedFault {
  readonly requirement: string;
  readonly wrong: Wrong;
  /** The kind of credential; `valid` if the credential is not the fault. */
  readonly credential: string;
  /** The allowed answers, if the requirement does not list them. */
  readonly answers?: readonly AnswerKind[];
}

/** A fault of the request itself, at a JSON pointer into its body. */
export function fault(requirement: string, pointer: string, keyword: string, name = keyword): RecordedFault {
  return { requirement, wrong: { kind: keyword, pointer, keyword, name }, credential: 'valid' };
}

/** The same fault, assigned to the requirement that claims it; none if no requirement does. */
export function assignedFault(
  stem: RequestStem,
  pointer: string,
  keyword: string,
  name: string = keyword,
): RecordedFault[] {
  const requirement = requirementFor(stem, { pointer, keyword });
  return requirement === undefined ? [] : [fault(requirement, pointer, keyword, name)];
}

/** A property of the HTTP request whose answer is open, status and form (rulings 23 and 34). */
export function openHttp(what: string, name: string): RecordedFault {
  return fault(`HTTP-OPEN-${what}`, '', 'http', name);
}

/** A request that may be accepted or rejected; the form of a rejection is judged. */
export function openCondition(
  operation: Operation,
  name: string,
  requirement = 'ERR-OPEN-CONDITIONS',
): RecordedFault {
  return {
    requirement,
    wrong: { kind: 'open', pointer: '', keyword: 'open', name },
    credential: 'valid',
    answers: ['success', ...definitionOf(operation).failure.forms],
  };
}

/** A fault of the credential (rulings 19 to 21). */
export function credentialFault(kind: string, requirement = requirementForKind(kind)): RecordedFault {
  return { requirement, wrong: 'valid', credential: kind };
}

/** A credential that a ruling leaves open, or that none names: accepted, or rejected with the error object (ruling 22). */
export function openCredential(kind: string, requirement = 'AUTH-OPEN-STATUS'): RecordedFault {
  return { ...credentialFault(kind, requirement), answers: ['success', 'error-object'] };
}

export function isAmbiguous({ wrong }: RecordedFault): boolean {
  return wrong !== 'valid' && ambiguousFaults.includes(wrong.keyword);
}
