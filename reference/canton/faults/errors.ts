import { type Members, membersOf, withJson, withMediaType, withStatus } from '../../faults/altered-draft.ts';
import { changeStage } from '../../faults/change-stage.ts';
import type { Change } from '../../faults/fault.ts';
import { changeAnswers, changeTexts, withHeader } from '../../variants/change-answers.ts';
import { everyOperation } from '../../variants/variant-row.ts';
import { cantonFaults } from './canton-fault.ts';

/** Replaces members of errors of one status, or of all. */
function withMembers(status: number | undefined, change: (error: Members) => object): Change {
  return changeAnswers((draft, _call, refusal) => {
    const isMeant = refusal !== undefined && (status === undefined || draft.status === status);
    const error = isMeant ? membersOf(draft) : undefined;
    return error && 'code' in error ? withJson(draft, change(error)) : undefined;
  });
}

export const errorFaults = cantonFaults(everyOperation, {
  '401-tells-why': {
    title: 'A 401 states what is wrong with the token.',
    requirements: ['ERR-OPEN-CODES'],
    apply: withMembers(401, (error) => ({ ...error, cause: 'The token has expired.' })),
  },
  '401-with-challenge': {
    title: 'A 401 has WWW-Authenticate.',
    requirements: ['AUTH-OPEN-STATUS'],
    apply: changeAnswers((draft) =>
      draft.status === 401 ? withHeader(draft, 'WWW-Authenticate', 'Bearer') : undefined,
    ),
  },
  '403-without-token': {
    title: 'A request without a valid token is answered 403.',
    requirements: ['AUTH-OPEN-STATUS'],
    apply: changeAnswers((draft) =>
      draft.status === 401
        ? withStatus(withJson(draft, { ...membersOf(draft), grpcCodeValue: 7 }), 403)
        : undefined,
    ),
  },
  'nulls-are-left-out': {
    title: 'Fields of an error without a value are left out.',
    requirements: ['ERR-OPEN-NULLS'],
    apply: withMembers(undefined, (error) =>
      Object.fromEntries(Object.entries(error).filter(([, value]) => value !== null)),
    ),
  },
  'error-with-another-field': {
    title: 'Errors have an additional field.',
    requirements: ['ERR-OPEN-UNKNOWN-FIELDS'],
    apply: withMembers(undefined, (error) => ({ ...error, timestamp: null })),
  },
  'category-9-for-8': {
    title: 'An invalid value is reported as an invalid state.',
    requirements: ['ERR-OPEN-STATUSES'],
    apply: withMembers(400, (error) => ({ ...error, errorCategory: 9 })),
  },
  'retry-info-everywhere': {
    title: 'Every error says that the request may be retried.',
    requirements: ['ERR-OPEN-STATUSES'],
    apply: withMembers(undefined, (error) => ({ ...error, retryInfo: '1 second' })),
  },
  'context-without-trace': {
    title: 'The context of an error does not contain its trace id.',
    requirements: ['ERR-OPEN-CONDITIONS'],
    apply: withMembers(400, (error) => {
      const { tid: _, ...context } = error.context as Members;
      return { ...error, context };
    }),
  },
  'correlation-of-its-own': {
    title: 'Errors have a correlation id of their own.',
    requirements: ['ERR-OPEN-CONDITIONS'],
    apply: withMembers(400, (error) => ({ ...error, correlationId: 'correlation' })),
  },
  'trace-id-in-upper-case': {
    title: 'Trace ids are in upper case.',
    requirements: ['ERR-OPEN-NULLS'],
    apply: withMembers(401, (error) => ({
      ...error,
      traceId: String(error.traceId).toUpperCase().replace('0', 'F'),
    })),
  },
  'text-without-detail': {
    title: 'The text of a 400 does not say what could not be decoded.',
    requirements: ['ERR-OPEN-CONDITIONS'],
    apply: changeTexts(() => 'Bad request'),
  },
  'bare-api-key': {
    title: 'Sec-WebSocket-Protocol may contain the bare token.',
    requirements: ['AUTH-OPEN-APIKEY-FORM'],
    apply: changeStage('readCredential', (read, { fire }) => (call) => {
      const token = read(call);
      const { authorization, 'sec-websocket-protocol': bare } = call.headers;
      if (token !== undefined || bare === undefined || authorization !== undefined) return token;
      fire();
      return bare;
    }),
  },
  'json-with-charset': {
    title: 'JSON has a charset.',
    requirements: ['GT-RES-MEDIA', 'EX-RES-MEDIA', 'LU-RES-MEDIA'],
    apply: changeAnswers((draft, _call, refusal) =>
      refusal === undefined ? withMediaType(draft, 'application/json; charset=utf-8') : undefined,
    ),
  },
});
