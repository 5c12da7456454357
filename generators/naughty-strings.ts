import naughty from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { drawnOf, type Sampling } from './sampling.ts';

const longestName = 40;

/** Each string once, under its JSON text; those whose names are cut alike are told apart by their number. */
const strings = [...new Set(naughty)].map((value, index) => {
  const text = JSON.stringify(value);
  return { name: text.length > longestName ? `${text.slice(0, longestName)}… (${index})` : text, value };
});

/** How many strings the usual sampling draws for a place. */
const usualCount = 6;

/** Strings of the Big List of Naughty Strings for one place, those that are wanted there. */
export function naughtyStrings(
  sampling: Sampling,
  isWanted: (value: string) => boolean = () => true,
  usual = usualCount,
) {
  return drawnOf(
    sampling,
    strings.filter(({ value }) => isWanted(value)),
    usual,
  );
}
