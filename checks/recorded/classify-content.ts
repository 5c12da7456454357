import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { type HeaderPair, headerValue } from '../../wire/exchange.ts';
import { fault, type RecordedFault } from './fault.ts';

/** Whether the target reads the bytes of the body directly, without a content coding. */
export function isPlain(headers: readonly HeaderPair[]): boolean {
  const coding = headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  return coding === '' || coding === 'identity';
}

/** A missing or other Content-Type, or a Content-Encoding: may be accepted or rejected (rulings 12, 14). */
export function contentFaults(operation: Operation, headers: readonly HeaderPair[]): RecordedFault[] {
  const requirement = definitionOf(operation).openContentType;
  if (requirement === undefined) return [];
  const type = headerValue(headers, 'content-type');
  return [
    ...(isJson(type) ? [] : [fault(requirement, '', 'content-type', 'another Content-Type or none')]),
    ...(isPlain(headers) ? [] : [fault(requirement, '', 'content-encoding', 'a Content-Encoding')]),
  ];
}

/** RFC 8259 §11 defines no parameters, but a charset of UTF-8 changes nothing. */
function isJson(type: string | undefined): boolean {
  const [essence = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim().toLowerCase());
  return (
    essence === 'application/json' &&
    parameters.every((each) => each === '' || /^charset="?utf-?8"?$/.test(each))
  );
}
