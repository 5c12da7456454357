import { withStatus } from '../faults/altered-draft.ts';
import type { Change } from '../faults/fault.ts';
import type { Operation } from '../operation.ts';
import { isObject } from '../rules/json-types.ts';
import { changeAnswers, changeSuccessBodies, withHeader } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, type VariantRow, variantsOf } from './variant-row.ts';

const execute: Operation = 'execute-submission';
const list: Operation = 'list-users';

function successStatus(operation: Operation, status: number): VariantRow {
  return {
    title: `Successes of ${operation} have status ${status}.`,
    operations: [operation],
    quote: readings.anySuccess,
    apply: changeAnswers((draft, call, refusal) => (refusal === undefined && call.operation === operation ? withStatus(draft, status) : undefined)),
  };
}

function executeBody(title: string, body: object): VariantRow {
  return {
    title,
    operations: [execute],
    quote: readings.executeFields,
    apply: changeSuccessBodies((_members, call) => (call.operation === execute ? body : undefined)),
  };
}

const createdWithLocation: Change = changeAnswers((draft, call, refusal) =>
  refusal === undefined && call.operation === execute ? withHeader(withStatus(draft, 201), 'Location', '/v2/interactive-submission/submissions/1') : undefined,
);

/** A value a thousand objects deep. */
const deep = Array.from({ length: 1000 }).reduce<object>((inner) => ({ inner }), {});

/** Names with a special meaning in software, but not in JSON (RFC 8259 section 4). */
export const awkwardNames = ['__proto__', 'constructor', 'toString', 'length', '', ' ', 'a/b~c', '$ref', 'ž', '😀'];

function addAwkward(members: object): object {
  return { ...members, ...Object.fromEntries(awkwardNames.map((name) => [name, [null, { [name]: 1.5 }]])) };
}

/** Adds fields at the top level, and to each user and its metadata. */
function addFields(members: Readonly<Record<string, unknown>>): object {
  const more = { 'x-server': { build: 17, flags: [true, null, 1e-7] }, kind: null };
  const { users } = members;
  const richer = (user: unknown): unknown =>
    isObject(user) ? { ...user, ...more, metadata: isObject(user.metadata) ? { ...user.metadata, ...more } : null } : user;
  return { ...members, ...more, ...(Array.isArray(users) ? { users: users.map(richer) } : {}) };
}

/** What a success may look like (rulings 1 and 3 to 5). */
export const successFormVariants = variantsOf(everyOperation, readings.openObjects, {
  'execute-answers-202': successStatus(execute, 202),
  'execute-answers-299': successStatus(execute, 299),
  'execute-answers-206': successStatus(execute, 206),
  'list-users-answers-206': successStatus(list, 206),
  'list-users-answers-203': successStatus(list, 203),
  'execute-answers-201-with-location': {
    title: 'Execute answers 201 with the location of the submission.',
    operations: [execute],
    quote: readings.anySuccess,
    apply: createdWithLocation,
  },
  'execute-says-more': executeBody('Execute answers fields that the document does not name.', {
    updateId: '',
    completionOffset: 9007199254740991,
    status: { code: 0, details: [] },
    submissionId: null,
  }),
  'execute-names-error-fields': executeBody('Execute answers fields named like those of the error object.', {
    code: 0,
    cause: null,
    context: [],
    errorCategory: 'none',
  }),
  'successes-have-more-fields': {
    title: 'Successes, users and their metadata have fields that the document does not name.',
    apply: changeSuccessBodies(addFields),
  },
  'successes-have-awkward-fields': {
    title: 'Successes have unknown fields whose names are special in programming languages.',
    apply: changeSuccessBodies(addAwkward),
  },
  'successes-have-deep-fields': {
    title: 'Successes have an unknown field that is a thousand objects deep.',
    apply: changeSuccessBodies((members) => ({ ...members, deep })),
  },
  'successes-have-large-fields': {
    title: 'Successes have an unknown field of 64 KiB.',
    apply: changeSuccessBodies((members) => ({ ...members, note: '\u2028ž'.repeat(13_000) })),
  },
});
