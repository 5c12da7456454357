import { drawnIndex, type Sampling } from '../sampling.ts';
import { inOtherCase } from '../written-otherwise.ts';
import { lenienciesOf } from './catalogue.ts';
import type { Leniency } from './leniency.ts';
import { filled, type Parts } from './template.ts';

const capitalised = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Words of a name such as `partyHint`, in small letters. */
const words = (name: string): string[] =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');

/** The first such letter replaced by one that folds to it; undefined if there is none. */
function folded(name: string, letter: RegExp, by: string): string | undefined {
  return letter.test(name) ? name.replace(letter, by) : undefined;
}

function partsOf(name: string): Parts {
  return {
    name,
    upper: name.toUpperCase(),
    lower: name.toLowerCase(),
    capital: capitalised(name),
    swapped: inOtherCase(name),
    snake: words(name).join('_'),
    upperSnake: words(name).join('_').toUpperCase(),
    kebab: words(name).join('-'),
    longS: folded(name, /s/i, '\u017f'),
    kelvin: folded(name, /k/i, '\u212a'),
  };
}

/** In how many required fields the usual sampling uses each further template of a leniency: one in so many. */
const oneIn = 3;

/**
 * Other names that common software takes for that of a member, by the leniency. The first template of each leniency is used for every member, the others for one in three,
 * which `ordinal`, the number of the member among all, and the seed decide. One that `holds` has an object with the member as its value.
 */
export function lenientNames(
  name: string,
  ordinal: number,
  sampling: Sampling,
): { readonly kind: string; readonly name: string; readonly holds: boolean }[] {
  const parts = partsOf(name);
  const made = new Map<string, Leniency>();
  for (const leniency of lenienciesOf('member-name')) {
    const { templates, of } = leniency;
    if (of === 'parameter') continue;
    for (const [index, template] of templates.entries()) {
      const text = filled(template, parts);
      if (text === undefined || text === name || made.has(text)) continue;
      const turn = (ordinal + index + drawnIndex(sampling, oneIn, 'name')) % oneIn === 0;
      const isWanted = sampling.amount === 'all' || turn || (sampling.amount === 'usual' && index === 0);
      if (isWanted) made.set(text, leniency);
    }
  }
  return [...made].map(([other, { id, of }]) => ({ kind: id, name: other, holds: of === 'object' }));
}
