import type { Area } from './area.ts';
import { keyOf } from './area.ts';
import { areas, type Cell, efforts } from './table.ts';

/** The cells of each area, by its title. */
export type Table = ReadonlyMap<string, ReadonlyMap<string, Cell>>;

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const rule = (count: number): string => row(...Array.from({ length: count }, () => '---'));

function countOf(cells: Iterable<Cell>, is: (cell: Cell) => boolean): number {
  return [...cells].filter(is).length;
}

const isAt = (effort: string) => (cell: Cell) =>
  cell !== 'missing' && 'effort' in cell && cell.effort === effort;
const isExcluded = (cell: Cell): boolean => cell !== 'missing' && 'reason' in cell;

function counts(cells: readonly Cell[]): number[] {
  return [
    cells.length,
    countOf(cells, isExcluded),
    ...efforts.map((effort) => countOf(cells, isAt(effort))),
    countOf(cells, (cell) => cell === 'missing'),
  ];
}

const heads = ['pairs', 'excluded', ...efforts.map((effort) => `\`${effort}\``), 'missing'];

function summary(table: Table): string[] {
  const lines = [...table].map(([title, cells]) => [title, ...counts([...cells.values()])]);
  const all = counts([...table.values()].flatMap((cells) => [...cells.values()]));
  return [
    row('', ...heads),
    rule(heads.length + 1),
    ...lines.map((line) => row(...line)),
    row('all', ...all),
  ];
}

/** How often each rule of an area applies. */
function reasonsOf(cells: ReadonlyMap<string, Cell>): string[] {
  const given = [...cells.values()].flatMap((cell) =>
    cell !== 'missing' && 'reason' in cell ? [cell.reason] : [],
  );
  const reasons = [...new Set(given)];
  if (reasons.length === 0) return [];
  return [
    '',
    'Excluded:',
    '',
    ...reasons.map((reason) => `- ${reason} (${given.filter((each) => each === reason).length})`),
  ];
}

/** Each kind: in how many places it could be, and where it comes behind `standard`. */
function kindsOf({ kinds, places }: Area, cells: ReadonlyMap<string, Cell>): string[] {
  return kinds.map((kind) => {
    const own = places.map((place) => [place, cells.get(keyOf([kind, place])) ?? 'missing'] as const);
    const [pairs, excluded, ...sent] = counts(own.map(([, cell]) => cell));
    return row(`\`${kind}\``, pairs ?? 0, excluded ?? 0, ...sent);
  });
}

/** The table of kinds and places, as a page. */
export function placesPage(introduction: string, table: Table): string {
  return [
    '# Kinds and places',
    '',
    introduction.trim(),
    '',
    ...summary(table),
    ...areas.flatMap((area) => {
      const cells = table.get(area.title) ?? new Map<string, Cell>();
      return [
        '',
        `## ${area.title}`,
        '',
        `${area.about} ${area.places.length} places.`,
        '',
        row('kind', ...heads),
        rule(heads.length + 1),
        ...kindsOf(area, cells),
        ...reasonsOf(cells),
      ];
    }),
    '',
  ].join('\n');
}
