import type { RequestStem } from '../../generators/violations.ts';
import { segments } from '../../json/json-pointer.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { ambiguousFaults } from '../answers/invalid-input.ts';
import { assignedFault, type RecordedFault } from './fault.ts';
import { type BodyText, readBodyText } from './reading/body-text.ts';
import { recordedOf } from './recorded-operations.ts';
import { type SchemaFault, schemaFaults } from './schema-faults.ts';

/** Faults and open points of a body, by its bytes and the schema of the request (rulings 12 and 14). */
export interface ReadRequest {
  readonly faults: readonly RecordedFault[];
  readonly text: BodyText;
  /** Whether the bytes have exactly one meaning. */
  readonly isUnambiguous: boolean;
}

export function readRequest(operation: Operation, bytes: Buffer): ReadRequest {
  const stem: RequestStem = `${operation}.request`;
  const text = readBodyText(bytes);
  if (text.kind === 'empty') {
    return { text, isUnambiguous: false, faults: assignedFault(stem, '', 'empty-body') };
  }
  if (text.kind === 'no-object') {
    return { text, isUnambiguous: false, faults: assignedFault(stem, '', 'json', text.problem) };
  }
  const odd = text.oddities.flatMap((oddity) => assignedFault(stem, '', oddity));
  const broken = schemaFaults(stem, text.value, text.survey.floats).filter((each) => isCertain(each, text));
  const { faultsBesideSchema } = recordedOf(operation);
  return {
    text,
    isUnambiguous: !text.oddities.some((oddity) => ambiguousFaults.includes(oddity)),
    faults: [
      ...odd,
      ...broken.flatMap(({ pointer, keyword }) => assignedFault(stem, pointer, keyword)),
      ...(faultsBesideSchema?.(text.value, (pointer) => isTwice(pointer, text)) ?? []),
    ],
  };
}

type ObjectText = Extract<BodyText, { kind: 'object' }>;

/** A value is uncertain if its member is duplicated, or if a target may decode its characters differently. */
function isCertain({ pointer, value }: SchemaFault, text: ObjectText): boolean {
  if (isTwice(pointer, text)) return false;
  const mayChange = text.oddities.some((oddity) => oddity === 'invalid-utf8' || oddity === 'lone-surrogate');
  return !(mayChange && typeof value === 'string' && /[\ufffd\p{Surrogate}]/u.test(value));
}

/** Whether the place, or one above or below it, is a duplicated member. */
function isTwice(pointer: string, { survey }: ObjectText): boolean {
  const place = segments(pointer);
  return survey.duplicates.some((duplicate) =>
    segments(duplicate).every((part, index) => index >= place.length || place[index] === part),
  );
}
