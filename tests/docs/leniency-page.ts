import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import { fullGenerateTopology } from '../../generators/generate-topology.ts';
import { leniencies, leniencyOf } from '../../generators/leniencies/catalogue.ts';
import type { Leniency, LeniencyArea } from '../../generators/leniencies/leniency.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { violations } from '../../operations/violations.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { claimantOf, demandOf } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';

const areas: Readonly<Record<LeniencyArea, string>> = {
  'json-text': 'JSON text',
  'member-name': 'Names of members',
  value: 'Values',
  'key-data': 'Key data',
  credential: 'Credentials',
};

const bodies: Readonly<Partial<Record<Operation, object>>> = {
  'generate-topology': fullGenerateTopology({ synchronizer: 's::1', participantUids: ['p::1', 'q::1'] }, 1),
  'execute-submission': {
    ...placeholderExecuteBody(1),
    userId: 'user',
    minLedgerTime: { time: { Empty: {} } },
  },
};

/** The requirement that refuses what a leniency of keys or credentials accepts. */
function ofOtherAreas({ id, area, keyword }: Leniency): string[] {
  if (area === 'key-data') return keyword === 'undecodable-key' ? ['GT-KEY-UNDECODABLE'] : [];
  const claiming = requirements.filter(({ claims = [] }) => claims.includes(id) || claims.includes(keyword));
  return area === 'credential'
    ? claiming.filter((each) => demandOf(each) === 'rejected').map((each) => each.id)
    : [];
}

function collect(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (requirement: string | undefined, kind: string): void => {
    if (requirement === undefined || leniencyOf(kind) === undefined) return;
    found.set(requirement, (found.get(requirement) ?? new Set()).add(kind));
  };
  const all = { amount: 'all', seed: 'page' } as const;
  for (const [operation, body] of Object.entries(bodies)) {
    const stem = `${operation as Operation}.request` as const;
    const made = [
      ...violations(stem, body, () => true, all),
      ...malformedBodies(Buffer.from(JSON.stringify(body)), all),
    ];
    for (const each of made) add(claimantOf(stem, each, 'rejected'), each.kind);
  }
  for (const each of leniencies) for (const requirement of ofOtherAreas(each)) add(requirement, each.id);
  return found;
}

const collected = collect();

/** The leniencies that break a requirement, in the order of the catalogue. */
export function leniencyListOf(requirement: string): Leniency[] {
  const kinds = collected.get(requirement) ?? new Set();
  return leniencies.filter(({ id }) => kinds.has(id));
}

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
  const broken = [...collected].filter(([, kinds]) => kinds.has(id)).map(([requirement]) => requirement);
  return [
    `### ${id}`,
    '',
    title,
    '',
    [
      `Ruling${rulings.length === 1 ? '' : 's'} ${rulings.join(', ')}`,
      ...(broken.length === 0
        ? []
        : [broken.map((each) => `[${each}](requirement-reference.md#${each.toLowerCase()})`).join(', ')]),
    ].join(' · '),
    '',
    '| stack | behaviour | to make it strict |',
    '| --- | --- | --- |',
    ...stacks.map(
      ({ name, behaviour, remedy, source }) =>
        `| [${name}](${source}) | ${cell(behaviour)} | ${cell(remedy)} |`,
    ),
    '',
  ];
}
