import type { Sink } from '../../journal/judgement.ts';
import { looseViolation } from '../../json/ajv.ts';
import { valueAt } from '../../json/json-pointer.ts';
import { shown } from '../../json/read-json.ts';
import { type InvalidInput, matches, type Pinned, type Profile, speaksOf } from '../../profiles/profile.ts';
import { requirement as requirementNamed } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { rules } from './rules.ts';
import { type Mismatch, type View, viewOf } from './view.ts';

/** What the request of an exchange was sent for. */
interface Purpose {
  readonly requirement: string;
  readonly operation: Operation;
  /** `valid`, or the kind of the invalid credential. */
  readonly credential: string;
  readonly at: InvalidInput;
}

/** Compares an answer with everything that a profile pins beyond the document. */
export function judgePinned(sink: Sink, profile: Profile, purpose: Purpose, exchange: Exchange): void {
  const { answer } = exchange;
  const { pinned = [] } = profile;
  if (pinned.length === 0 || answer === undefined || exchange.failure !== undefined) return;
  const view = viewOf(purpose.operation, exchange, answer);
  for (const entry of judgingEntries(pinned, purpose.operation)) {
    if (!isAbout(entry, purpose, view)) continue;
    const mismatch = mismatchOf(entry, view);
    if (mismatch === 'silent') continue;
    sink.judged(entry.requirement);
    if (mismatch === undefined) continue;
    sink.finding({
      ...mismatch,
      requirement: entry.requirement,
      operation: purpose.operation,
      promise: { profile, entry, instead: true },
      exchanges: [exchange.id],
    });
  }
}

function isAbout(entry: Pinned, purpose: Purpose, view: View): boolean {
  const { when } = entry;
  // Cheap conditions first: this runs for every entry and every answer.
  return (
    when?.answers?.includes(view.answer.kind) !== false &&
    when?.requirements?.includes(purpose.requirement) !== false &&
    isHeld(entry, purpose, view) &&
    (when?.credential === undefined || matches(when.credential, purpose.credential)) &&
    speaksOf(entry, purpose.operation, purpose.at) &&
    (when?.request === undefined || looseViolation(when.request, view.request) === undefined) &&
    (when?.answer === undefined || looseViolation(when.answer, view.answer) === undefined)
  );
}

/** The entries that judge answers of an operation; the others only restrict which kinds of answer are allowed. */
function judgingEntries(pinned: readonly Pinned[], operation: Operation): readonly Pinned[] {
  return pinned.filter(
    ({ operations, request, answer, rule }) =>
      operations?.includes(operation) !== false && [request, answer, rule].some((each) => each !== undefined),
  );
}

/**
 * Whether an entry applies. If ruling 23 leaves status and form open, entries apply to successes and error objects;
 * only entries of the requirement itself apply to other answers, or if the request may be for another operation.
 */
function isHeld({ requirement }: Pinned, purpose: Purpose, { answer }: View): boolean {
  if (requirement === purpose.requirement) return true;
  const { leavesOpen } = requirementNamed(purpose.requirement);
  if (leavesOpen === undefined) return true;
  if (leavesOpen === 'operation') return false;
  return answer.kind === 'success' || answer.kind === 'error-object';
}

/** Undefined if the answer is as pinned, `silent` if the entry does not apply to it. */
function mismatchOf(
  { request, answer, rule, parameters = {} }: Pinned,
  view: View,
): Mismatch | 'silent' | undefined {
  const wrongRequest = request === undefined ? undefined : looseViolation(request, view.request);
  if (wrongRequest !== undefined) {
    const { instancePath, message = 'is wrong' } = wrongRequest;
    return {
      kind: 'pinned-request',
      parameters: { member: memberOf(instancePath), rule: message },
      actual: shown(valueAt(view.request, instancePath)),
    };
  }
  const violation = answer === undefined ? undefined : looseViolation(answer, view.answer);
  if (violation !== undefined) {
    const { instancePath, message = 'is wrong' } = violation;
    return {
      kind: 'pinned-answer',
      parameters: { member: memberOf(instancePath), rule: message },
      ...placeOf(instancePath),
      actual: shown(valueAt(view.answer, instancePath)),
    };
  }
  if (rule === undefined) return undefined;
  const compute = rules[rule];
  if (compute === undefined) throw new Error(`No rule is called ${rule}; see judges/pinned/rules.ts.`);
  return compute(view, parameters);
}

function memberOf(instancePath: string): string {
  return instancePath.slice(1).replaceAll('/', '.');
}

/** The place in the answer itself of a member of its view. */
function placeOf(instancePath: string): Pick<Mismatch, 'place' | 'header' | 'pointer'> {
  const [, part = '', ...rest] = instancePath.split('/');
  if (part === 'body') return { place: 'body', pointer: instancePath.slice('/body'.length) };
  if (part === 'mediaType') return { place: 'header', header: 'content-type' };
  return part === 'headers' && rest[0] !== undefined
    ? { place: 'header', header: rest[0] }
    : { place: 'status' };
}
