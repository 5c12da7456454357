import { membersOf, withJson, without } from '../altered-draft.ts';
import { type ChangeDraft, changeFailure } from '../change-failure.ts';
import type { Fault } from '../fault.ts';
import { absent, errorFieldProblems } from './error-field-problems.ts';
import { places } from './places.ts';

const clauses: Readonly<Record<string, { readonly requirement: string; readonly quote: string }>> = {
  code: { requirement: 'ERR-CODE', quote: '| code | string | yes |' },
  cause: { requirement: 'ERR-CAUSE', quote: '| cause | string | yes |' },
  context: { requirement: 'ERR-CONTEXT', quote: '| context | map of string to string | yes |' },
  errorCategory: { requirement: 'ERR-CATEGORY', quote: '| errorCategory | integer (int32) | yes |' },
  correlationId: { requirement: 'ERR-CORRELATIONID', quote: '| correlationId | string | no |' },
  traceId: { requirement: 'ERR-TRACEID', quote: '| traceId | string | no |' },
  resources: {
    requirement: 'ERR-RESOURCES',
    quote: '| resources | array of pairs; each pair is an array of exactly 2 strings | no |',
  },
  grpcCodeValue: { requirement: 'ERR-GRPCCODE', quote: '| grpcCodeValue | integer (int32) | no |' },
  retryInfo: { requirement: 'ERR-RETRYINFO', quote: '| retryInfo | string | no |' },
  definiteAnswer: { requirement: 'ERR-DEFINITEANSWER', quote: '| definiteAnswer | boolean | no |' },
};

function put(field: string, value: unknown): ChangeDraft {
  return (draft) => {
    const members = membersOf(draft);
    if (members === undefined) return undefined;
    return withJson(draft, value === absent ? without(members, field) : { ...members, [field]: value });
  };
}

/** The error object with one wrong field, each on one operation and for one kind of failure (ruling 22). */
export const errorFieldFaults: readonly Fault[] = Object.entries(clauses).flatMap(
  ([field, { requirement, quote }]) =>
    (errorFieldProblems[field] ?? []).flatMap(([id, clause, value, at]) =>
      [at].flat().map((name): Fault => {
        const { operation, kind, request } = places[name];
        return {
          id: `${operation}-${kind}-error-${kebab(field)}-is-${id}`,
          title: `In the error object for ${request}, ${field} ${clause}.`,
          operations: [operation],
          requirements: [requirement],
          quote,
          when: 'always',
          apply: changeFailure(operation, kind, put(field, value)),
        };
      }),
    ),
);

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
