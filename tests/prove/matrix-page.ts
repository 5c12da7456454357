import { everyFault as faults } from '../../reference/changes.ts';
import { type Chances, chancesByCondition, missedWords } from './chance.ts';
import type { Matrix } from './matrix.ts';

/** The kill matrix as a page: each fault with the requirements that condemned it, and how often a whole run missed it. */
export function matrixPage(
  { faults: { total, killed }, variants, musts, kills, standardOnly, problems }: Matrix,
  chances: Chances,
): string {
  const later = new Set(standardOnly);
  const rows = faults.map(({ id, title, only }) => {
    const by = kills[id]?.map((each) => `\`${each.replace('@', '` on ')}`).join(', ') ?? '**survives**';
    const chance = chances.faults[id];
    const missed = chance === undefined ? '' : missedWords(chance);
    return `| \`${id}\` | ${title.replaceAll('|', '\\|')} | ${only ?? 'always'} | \`${later.has(id) ? 'standard' : 'quick'}\` | ${missed} | ${by} |`;
  });
  return [
    '# Kill matrix',
    '',
    'Written by `npm run prove -- --write`. Each row is a reference server that breaks the contract in one way.',
    '',
    `${killed} of ${total} faults killed, ${variants.condemned} of ${variants.total} conformant variants condemned, ${musts.proven} of ${musts.total} MUST requirements proven by a fault.`,
    '',
    `A run at \`quick\` finds ${killed - later.size} of them. The others take a \`standard\` run: they show only for some values, clients or`,
    'connections, or by chance, late or under load, which is not tried at `quick`.',
    '',
    ...(problems.length === 0 ? [] : ['## Problems', '', ...problems.map((problem) => `- ${problem}`), '']),
    '## The probability of missing a fault',
    '',
    'Some faults show only under one condition: for some clients, one scheme, some connections, framings of the body, key types,',
    'notations, optional fields or values, after or during other requests, or by chance. Whether a run finds them may depend on its seed',
    'and nonce. `npm run prove -- --conditions --write` sends what a `standard` run sends to the operation, with three seeds and a',
    'random nonce each. The probability that another run misses the fault is estimated by the rule of succession:',
    '(missed + 1) / (runs + 2).',
    '',
    '| shows only under | faults | tried | missed runs (probability of missing) |',
    '| --- | --- | --- | --- |',
    ...chancesByCondition(chances).map(
      (each) =>
        `| ${each.only} | ${each.faults} | ${each.tried} | ${each.runs === 0 ? '' : missedWords(each)} |`,
    ),
    '',
    '## Faults',
    '',
    '| fault | what the server does | shows | from | missed | caught by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
