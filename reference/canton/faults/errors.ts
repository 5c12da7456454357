import type { Draft } from '../../answer.ts';
import { type Members, membersOf, withJson } from '../../faults/altered-draft.ts';
import type { Change } from '../../faults/fault.ts';
import type { Refusal } from '../../refusal.ts';
import { everyOperation } from '../../variants/variant-row.ts';
import { cantonFaults } from './canton-fault.ts';

/** Replaces error objects; undefined means no change. */
function changeErrors(change: (error: Members, draft: Draft, refusal: Refusal) => Draft | undefined): Change {
  return (behaviour, { fire }) => ({
    ...behaviour,
    composeErrorObject: (refusal, call) => {
      const draft = behaviour.composeErrorObject(refusal, call);
      const members = membersOf(draft);
      const changed =
        members === undefined || !('code' in members)
          ? undefined
          : change(members as Members, draft, refusal);
      if (changed === undefined) return draft;
      fire();
      return changed;
    },
  });
}

/** Replaces members of errors of one status, or of all. */
function withMembers(status: number | undefined, change: (error: Members) => object): Change {
  return changeErrors((error, draft) =>
    status === undefined || draft.status === status ? withJson(draft, change(error)) : undefined,
  );
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
    apply: changeErrors((_, draft) =>
      draft.status === 401
        ? { ...draft, headers: { ...draft.headers, 'WWW-Authenticate': 'Bearer' } }
        : undefined,
    ),
  },
  '403-without-token': {
    title: 'A request without a valid token is answered 403.',
    requirements: ['AUTH-OPEN-STATUS'],
    apply: changeErrors((error, draft) =>
      draft.status === 401 ? { ...withJson(draft, { ...error, grpcCodeValue: 7 }), status: 403 } : undefined,
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
    title: 'Errors have a field more.',
    requirements: ['ERR-OPEN-UNKNOWN-FIELDS'],
    apply: withMembers(undefined, (error) => ({ ...error, timestamp: null })),
  },
  'category-9-for-8': {
    title: 'What is wrong in itself is said to be wrong at the time.',
    requirements: ['ERR-OPEN-STATUSES'],
    apply: withMembers(400, (error) => ({ ...error, errorCategory: 9 })),
  },
  'retry-info-everywhere': {
    title: 'Every error says that it may be tried again.',
    requirements: ['ERR-OPEN-STATUSES'],
    apply: withMembers(undefined, (error) => ({ ...error, retryInfo: '1 second' })),
  },
  'context-without-trace': {
    title: 'The context of an error does not hold its trace id.',
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
    apply: (behaviour, { fire }) => ({
      ...behaviour,
      composeTextFailure: (refusal, call) => {
        fire();
        return behaviour.composeTextFailure({ ...refusal, cause: 'Bad request' }, call);
      },
    }),
  },
  'bare-api-key': {
    title: 'Sec-WebSocket-Protocol may carry the bare token.',
    requirements: ['AUTH-OPEN-APIKEY-FORM'],
    apply: (behaviour, { fire }) => ({
      ...behaviour,
      readCredential: (call) => {
        const token = behaviour.readCredential(call);
        const bare = call.headers['sec-websocket-protocol'];
        if (token !== undefined || bare === undefined || call.headers.authorization !== undefined)
          return token;
        fire();
        return bare;
      },
    }),
  },
  'json-with-charset': {
    title: 'JSON has a charset.',
    requirements: ['GT-RES-MEDIA', 'EX-RES-MEDIA', 'LU-RES-MEDIA'],
    apply: (behaviour, { fire }) => ({
      ...behaviour,
      composeSuccess: (result, call) => {
        fire();
        const draft = behaviour.composeSuccess(result, call);
        return {
          ...draft,
          headers: { ...draft.headers, 'Content-Type': 'application/json; charset=utf-8' },
        };
      },
    }),
  },
});
