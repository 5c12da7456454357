import {
  type CircumstanceKind,
  type CountedCircumstances,
  circumstanceKinds,
} from '../../journal/circumstances.ts';

/** One and several of each kind. */
const words: Readonly<Record<CircumstanceKind, readonly [one: string, several: string]>> = {
  client: ['client', 'clients'],
  scheme: ['scheme', 'schemes'],
  connection: ['kind of connection', 'kinds of connections'],
  framing: ['framing of the body', 'framings of the body'],
  'key-type': ['type of key', 'types of keys'],
  'optional-fields': ['set of optional fields', 'sets of optional fields'],
};

/** How many values of a kind are named. */
const namedAtMost = 4;

/** Such as `14 clients, 2 schemes (api-key, bearer)`; the number of values of each kind, and their names if they are few. */
export function circumstancesText(counted: CountedCircumstances): string {
  return circumstanceKinds
    .flatMap((kind) => {
      const values = Object.keys(counted[kind] ?? {});
      if (values.length === 0) return [];
      const [one, several] = words[kind];
      const isNamed = values.length <= namedAtMost && values.every((value) => !value.includes(' '));
      return [
        `${values.length} ${values.length === 1 ? one : several}${isNamed ? ` (${values.join(', ')})` : ''}`,
      ];
    })
    .join(', ');
}
