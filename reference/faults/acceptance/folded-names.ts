import type { Operation } from '../../operation.ts';
import { isArray, isObject } from '../../rules/json-types.ts';
import { takeAs } from '../../variants/requests/change-requests.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';

/** The documented names of required members, by operation. */
const names: Readonly<Record<'generate-topology' | 'execute-submission', readonly string[]>> = {
  'generate-topology': ['synchronizer', 'partyHint', 'publicKey', 'format', 'keyData', 'keySpec'],
  'execute-submission': [
    'preparedTransaction',
    'partySignatures',
    'submissionId',
    'hashingSchemeVersion',
    'signatures',
  ],
};

/** Whether a name that is not the documented one counts as it. */
type Fold = (given: string, documented: string) => boolean;

/** Names count as the same if they are equal once they are changed. */
const changedBy =
  (change: (name: string) => string): Fold =>
  (given, documented) =>
    change(given) === change(documented);

const camel = (separator: RegExp) =>
  changedBy((name) => name.replace(separator, (_, letter: string) => letter.toUpperCase()));

const lower = (name: string): string => name.toLowerCase();

/** The body with names replaced by the documented ones that they fold to, from this depth on; undefined without any. */
function renamed(body: object, known: readonly string[], fold: Fold, from: number): object | undefined {
  let isChanged = false;
  const visit = (value: unknown, depth: number): unknown => {
    if (isArray(value)) return value.map((each) => visit(each, depth));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, each]) => {
      const found = depth < from ? undefined : known.find((other) => other !== name && fold(name, other));
      if (found !== undefined) isChanged = true;
      return [found ?? name, visit(each, depth + 1)] as const;
    });
    return Object.fromEntries(entries);
  };
  const changed = visit(body, 0) as object;
  return isChanged ? changed : undefined;
}

/** Ways to compare names, with the depth from which they are used. */
const folds: readonly (readonly [id: string, title: string, fold: Fold, from?: number])[] = [
  ['ignores-case-of-names', 'Names of members are compared without regard to case', changedBy(lower)],
  [
    'ignores-case-of-nested-names',
    'Names of members below the first level are compared without regard to case',
    changedBy(lower),
    1,
  ],
  [
    'folds-long-s-in-names',
    'A name with the letter U+017F or the sign U+212A is the same as with s or k',
    (given, documented) =>
      /[\u017f\u212a]/.test(given) &&
      lower(given.replace(/\u017f/g, 's').replace(/\u212a/g, 'k')) === lower(documented),
  ],
  ['accepts-names-in-snake-case', 'Names of members are accepted in snake case', camel(/_([a-z])/g)],
  ['accepts-names-in-kebab-case', 'Names of members are accepted in kebab case', camel(/-([a-z])/g)],
  ['trims-names', 'Blanks at the ends of names are ignored', changedBy((name) => name.trim())],
];

function foldedNames(operation: keyof typeof names & Operation, requirements: readonly string[]): Fault[] {
  return faultsOf(
    operation,
    folds.map(([id, title, fold, from = 0]) => ({
      id,
      title: `${title} in a body of ${operation}.`,
      requirements,
      apply: takeAs(
        operation,
        (body) => renamed(body, names[operation], fold, from) as typeof body | undefined,
      ),
    })),
  );
}

/** Names that differ from the documented ones but count as them (ruling 29). */
export const foldedNameFaults: readonly Fault[] = [
  ...foldedNames('generate-topology', [
    'GT-REQ-SYNCHRONIZER',
    'GT-REQ-PARTYHINT',
    'GT-REQ-PUBLICKEY',
    'GT-REQ-FORMAT',
    'GT-REQ-KEYDATA',
    'GT-REQ-KEYSPEC',
  ]),
  ...foldedNames('execute-submission', [
    'EX-REQ-PREPAREDTRANSACTION',
    'EX-REQ-PARTYSIGNATURES',
    'EX-REQ-SUBMISSIONID',
    'EX-REQ-HASHINGSCHEME',
    'EX-PS-SIGNATURES',
    'EX-PS-PARTY-SIGNATURES',
  ]),
];
