import { leniencies } from '../../generators/leniencies/catalogue.ts';
import type { Leniency, LeniencyArea } from '../../generators/leniencies/leniency.ts';
import { brokenBy } from '../../operations/leniencies-of.ts';

const areas: Readonly<Record<LeniencyArea, string>> = {
  'json-text': 'JSON text',
  'member-name': 'Names of members',
  value: 'Values',
  'key-data': 'Key data',
  credential: 'Credentials',
};

/** Every leniency with what it breaks, what common software does and how to make it strict, as a page. */
export function leniencyPage(introduction: string): string {
  const inUse = Object.entries(areas).filter(([area]) => leniencies.some((each) => each.area === area));
  return [
    '# Leniencies',
    '',
    introduction.trim(),
    '',
    ...inUse.flatMap(([area, title]) => [
      `## ${title}`,
      '',
      ...leniencies.filter((each) => each.area === area).flatMap(entry),
    ]),
  ].join('\n');
}

/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function entry(leniency: Leniency): string[] {
  const { id, title, rulings, stacks } = leniency;
  const broken = brokenBy(id);
  return [
    `### ${id}`,
    '',
    title,
    '',
    [
      ...(broken.length === 0 ? [] : [`Breaks ${broken.map((each) => `\`${each}\``).join(', ')}.`]),
      `Ruling${rulings.length === 1 ? '' : 's'} ${rulings.join(', ')}.`,
    ].join(' '),
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
