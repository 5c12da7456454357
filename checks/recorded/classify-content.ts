import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { type HeaderPair, headerValue } from '../../wire/exchange.ts';
import { fault, type RecordedFault } from './fault.ts';

/** Whether the bytes of the body are what the target reads, and not in a coding first. */
export function isPlain(headers: readonly HeaderPair[]): boolean {
  const coding = headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  return coding === '' || coding === 'identity';
}

/** Another Content-Type or none, or a Content-Encoding: taking it is open (ruling 12, 14), the form of a refusal is not. */
export function contentFaults(operation: Operation, headers: readonly HeaderPair[]): RecordedFault[] {
  const requirement = definitionOf(operation).openContentType;
  if (requirement === undefined) return [];
  const type = headerValue(headers, 'content-type');
  return [
    ...(isJson(type) ? [] : [fault(requirement, '', 'content-type', 'another Content-Type or none')]),
    ...(isPlain(headers) ? [] : [fault(requirement, '', 'content-encoding', 'a Content-Encoding')]),
  ];
}

/** RFC 8259 §11 knows no parameters; a charset of UTF-8 is what JSON has anyway. */
function isJson(type: string | undefined): boolean {
  const [essence = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim().toLowerCase());
  return (
    essence === 'application/json' &&
    parameters.every((each) => each === '' || /^charset="?utf-?8"?$/.test(each))
  );
}
