import { membersOf, withJson, without } from '../altered-draft.ts';
import { type ChangeDraft, changeFailure } from '../change-failure.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { absent, errorFieldProblems } from './error-field-problems.ts';
import { places } from './places.ts';

/** The requirement about each field. */
const clauses: Readonly<Record<string, string>> = {
  code: 'ERR-CODE',
  cause: 'ERR-CAUSE',
  context: 'ERR-CONTEXT',
  errorCategory: 'ERR-CATEGORY',
  correlationId: 'ERR-CORRELATIONID',
  traceId: 'ERR-TRACEID',
  resources: 'ERR-RESOURCES',
  grpcCodeValue: 'ERR-GRPCCODE',
  retryInfo: 'ERR-RETRYINFO',
  definiteAnswer: 'ERR-DEFINITEANSWER',
};

function put(field: string, value: unknown): ChangeDraft {
  return (draft) => {
    const members = membersOf(draft);
    if (members === undefined) return undefined;
    return withJson(draft, value === absent ? without(members, field) : { ...members, [field]: value });
  };
}

/** The error object with one wrong field, each on one operation and for one kind of failure (ruling 22). */
export const errorFieldFaults: readonly Fault[] = Object.entries(clauses).flatMap(([field, requirement]) =>
  (errorFieldProblems[field] ?? []).flatMap(([id, clause, value, at]) =>
    [at].flat().flatMap((name) => {
      const { operation, kind, request } = places[name];
      return faultsOf(operation, [
        {
          id: `${kind}-error-${kebab(field)}-is-${id}`,
          title: `In the error object for ${request}, ${field} ${clause}.`,
          requirements: [requirement],
          apply: changeFailure(operation, kind, put(field, value)),
        },
      ]);
    }),
  ),
);

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
