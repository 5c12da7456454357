import type { Action } from '../../rows/engine.ts';
import { readAs } from '../../rows/requests.ts';
import { isArray, isObject, type Json } from '../../rules/json-types.ts';
import type { Fault } from '../fault.ts';
import { EX, faults, GT } from '../table.ts';

/** The documented names of required members. */
const documented = [
  ...['synchronizer', 'partyHint', 'publicKey', 'format', 'keyData', 'keySpec'],
  ...['preparedTransaction', 'partySignatures', 'submissionId', 'hashingSchemeVersion', 'signatures'],
];

/** Names count as the documented ones that they fold to, from this depth on. */
const folding = (isSame: (given: string, documented: string) => boolean, from = 0): Action => {
  const renamed = (node: Json, depth: number): Json => {
    if (isArray(node)) return node.map((each) => renamed(each, depth));
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([name, each]) => {
        const found = depth < from ? undefined : documented.find((other) => other !== name && isSame(name, other));
        return [found ?? name, renamed(each, depth + 1)];
      }),
    );
  };
  return readAs((body) => renamed(body, 0));
};

const changedBy =
  (change: (name: string) => string) =>
  (given: string, other: string): boolean =>
    change(given) === change(other);
const lower = (name: string): string => name.toLowerCase();
const camel = (separator: RegExp) => changedBy((name) => name.replace(separator, (_, letter: string) => letter.toUpperCase()));
const isLongS = (given: string, other: string): boolean =>
  /[\u017f\u212a]/.test(given) && lower(given.replace(/\u017f/g, 's').replace(/\u212a/g, 'k')) === lower(other);

/** Members of `__proto__` are found like own ones. */
const withPrototype = (node: Json): Json => {
  if (isArray(node)) return node.map(withPrototype);
  if (!isObject(node)) return node;
  const found = Object.entries(node).flatMap(([name, each]) => (name === '__proto__' && isObject(each) ? Object.entries(each) : [[name, each] as const]));
  return Object.fromEntries(found.map(([name, each]) => [name, withPrototype(each)]));
};

const names = (operation: typeof GT | typeof EX, requirements: readonly string[]): Fault[] =>
  faults(operation, requirements, {
    'ignores-case-of-names': ['Names of members are compared without regard to case in a body of @.', folding(changedBy(lower))],
    'ignores-case-of-nested-names': [
      'Names of members below the first level are compared without regard to case in a body of @.',
      folding(changedBy(lower), 1),
    ],
    'folds-long-s-in-names': ['A name with the letter U+017F or the sign U+212A is the same as with s or k in a body of @.', folding(isLongS)],
    'accepts-names-in-snake-case': ['Names of members are accepted in snake case in a body of @.', folding(camel(/_([a-z])/g))],
    'accepts-names-in-kebab-case': ['Names of members are accepted in kebab case in a body of @.', folding(camel(/-([a-z])/g))],
    'reads-members-in-the-query': [
      'A member that the body of @ lacks is read from the query.',
      readAs((body, { target }) => ({ ...Object.fromEntries(new URLSearchParams(target.split('?')[1])), ...body })),
    ],
    'reads-members-of-the-prototype': [
      'The body of @ is copied with Object.assign, and its members are looked up in the prototype too.',
      readAs(withPrototype),
    ],
    'trims-names': ['Blanks at the ends of names are ignored in a body of @.', folding(changedBy((name) => name.trim()))],
  });

/** Names that differ from the documented ones but count as them (ruling 29). */
export const foldedNames: readonly Fault[] = [
  ...names(
    GT,
    ['SYNCHRONIZER', 'PARTYHINT', 'PUBLICKEY', 'FORMAT', 'KEYDATA', 'KEYSPEC'].map((name) => `GT-REQ-${name}`),
  ),
  ...names(EX, [
    ...['PREPAREDTRANSACTION', 'PARTYSIGNATURES', 'SUBMISSIONID', 'HASHINGSCHEME'].map((name) => `EX-REQ-${name}`),
    ...['EX-PS-SIGNATURES', 'EX-PS-PARTY-SIGNATURES'],
  ]),
];
