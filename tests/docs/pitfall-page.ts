import { requirements } from '../../requirements/catalogue.ts';
import { pitfalls, pitfallsOf } from '../../requirements/pitfalls/catalogue.ts';
import type { Pitfall } from '../../requirements/pitfalls/pitfall.ts';

/** Every pitfall with the requirements that it breaks and what to set in common stacks, as a page. */
export function pitfallPage(introduction: string): string {
  return ['# Pitfalls', '', introduction.trim(), '', ...pitfalls.flatMap(entry)].join('\n');
}

/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function entry(pitfall: Pitfall): string[] {
  const { id, title, stacks } = pitfall;
  const broken = requirements.filter((each) => pitfallsOf(each.id).includes(pitfall));
  return [
    `## ${id}`,
    '',
    title,
    '',
    `Breaks ${broken.map((each) => `\`${each.id}\``).join(', ')}.`,
    '',
    '| stack | behaviour | remedy |',
    '| --- | --- | --- |',
    ...stacks.map(
      ({ name, behaviour, remedy, source }) =>
        `| [${name}](${source}) | ${cell(behaviour)} | ${cell(remedy)} |`,
    ),
    '',
  ];
}
