import { definitionOf } from '../../operations/operations.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { demandOf } from '../../requirements/requirement-for.ts';
import { type HeaderPair, headerValue, queryOf } from '../../wire/exchange.ts';
import { readRequest } from './classify-body.ts';
import { credentialFaults, isOfValidToken } from './classify-credential.ts';
import { httpFault } from './classify-http.ts';
import { fault, openCondition, openCredential, type RecordedFault } from './fault.ts';
import { operationOf, wasShownBefore } from './read-context.ts';
import { isWhole, type RecordedExchange } from './reading/read-recording.ts';
import type { Classification, RecordingContext } from './recorded-operation.ts';
import { recordedOf } from './recorded-operations.ts';

/**
 * Classifies a recorded request: the operation selects the judges, the request bytes decide the faults, and the last
 * part of the name tells the kind of token, as recordings contain no tokens.
 * @param index its place in the recording; only earlier requests can have used up a prepared transaction.
 * @returns the operation and all faults, or why the request cannot be classified
 */
export function classify(
  record: RecordedExchange,
  index: number,
  context: RecordingContext,
): Pick<Classification, 'operation' | 'faults'> | { readonly unclassified: string } {
  const operation = operationOf(record, context.prefix);
  if (operation === undefined) return { unclassified: 'no operation of the interface' };
  const observed = httpFault(record, operation, context);
  if (observed !== undefined) return { operation, faults: [observed] };
  const unreadable = askedForOtherwise(record) ?? record.unreadable;
  if (unreadable !== undefined) return { unclassified: unreadable };
  if (!isWhole(record)) return { unclassified: 'the record has only the beginning of the request body' };
  const { target, headers } = record.exchange.request;
  const credential = context.lists.credential
    ? credentialFaults(record)
    : [openCredential('a credential that the recording leaves out')];
  const isOrdinary = credential.length === 0;
  return {
    operation,
    faults: [
      ...credential,
      // Ruling 27: a token that the operation never accepted may lack a right.
      ...(isOrdinary && !context.permitted.has(operation)
        ? [openCredential('a token that was never accepted')]
        : []),
      // Nor does a recording tell when such a token ended, unless the record is named after a valid one.
      ...(isOrdinary && [401, 403].includes(record.exchange.answer?.status ?? 0) && !isOfValidToken(record)
        ? [openCredential('a token that may have ended, or lack permission')]
        : []),
      ...contentFaults(operation, headers),
      ...queryFaults(operation, target, context),
      ...(definitionOf(operation).input === 'query' ? [] : bodyFaults(operation, record, index, context)),
    ],
  };
}

/** Request headers that ask for less than an answer, such as those of browsers with a cache (RFC 9110 §13 and §14). */
const conditions = /^(if-(none-)?match|if-(un)?modified-since|if-range|range)$/i;

/** Why an answer is not the operation's own: it is what the client asked for besides, or sends it to the same place in TLS. */
function askedForOtherwise({ exchange: { request, answer } }: RecordedExchange): string | undefined {
  if (answer === undefined) return undefined;
  const isConditional = request.headers.some(([name]) => conditions.test(name));
  if (isConditional && [206, 304, 412, 416].includes(answer.status))
    return 'the request asked for an answer under a condition, or for a part of it';
  const to = headerValue(answer.headers, 'location') ?? '';
  const isRedirect = answer.status >= 300 && answer.status < 400;
  return isRedirect && /^https:\/\/[^/?#]+(.*)$/i.exec(to)?.[1] === request.target
    ? 'the answer redirects to the same target over https'
    : undefined;
}

function bodyFaults(
  operation: Operation,
  record: RecordedExchange,
  index: number,
  context: RecordingContext,
): RecordedFault[] {
  const { headers, body } = record.exchange.request;
  if (!isPlain(headers)) return [];
  const { faults, text, isUnambiguous } = readRequest(operation, body);
  // An invalid form makes the body an invalid value, whatever it means, and determines the form of the answer.
  if (text.kind !== 'object' || faults.some(isRejected)) return [...faults];
  const conditions = recordedOf(operation).conditions?.({
    body: text.value,
    isUnambiguous,
    hasFaults: faults.length > 0,
    shown: context.shown.get(operation) ?? new Map<string, number>(),
    wasShownBefore: wasShownBefore(operation, record, index, context),
  });
  return [...faults, ...(conditions ?? [])];
}

function isRejected({ requirement }: RecordedFault): boolean {
  return demandOf(entry(requirement)) === 'rejected';
}

/**
 * What is open about the query: values of documented parameters, and all other parameters. Both may be rejected in any
 * form of rejection (rulings 13, 14 and 16).
 */
function queryFaults(
  operation: Operation,
  target: string,
  context: RecordingContext,
): readonly RecordedFault[] {
  const { parameterFaults, unknownParameters } = recordedOf(operation);
  return [...queryOf(target)].flatMap(
    ([name, value]) =>
      parameterFaults?.(name, value, context) ?? [
        openCondition(operation, `a query parameter ${name}`, unknownParameters),
      ],
  );
}

/** Whether the target reads the bytes of the body directly, without a content coding. */
function isPlain(headers: readonly HeaderPair[]): boolean {
  const coding = headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  return coding === '' || coding === 'identity';
}

/** A missing or other Content-Type, or a Content-Encoding: may be accepted or rejected (rulings 12, 14). */
function contentFaults(operation: Operation, headers: readonly HeaderPair[]): RecordedFault[] {
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
