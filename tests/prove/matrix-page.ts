import { everyFault as faults } from '../../reference/changes.ts';
import type { Matrix } from './matrix.ts';

/** The kill matrix as a page: each fault with the requirements that condemned it. */
export function matrixPage({ faults: { total, killed }, variants, musts, kills, problems }: Matrix): string {
  const rows = faults.map(({ id, title, when }) => {
    const by = kills[id]?.map((each) => `\`${each.replace('@', '` on ')}`).join(', ') ?? '**survives**';
    return `| \`${id}\` | ${title.replaceAll('|', '\\|')} | ${when} | ${by} |`;
  });
  return [
    '# Kill matrix',
    '',
    'Written by `npm run prove -- --write`. Each row is a reference server that breaks the contract in one way.',
    '',
    `${killed} of ${total} faults killed, ${variants.condemned} of ${variants.total} conformant variants condemned, ${musts.proven} of ${musts.total} MUST requirements proven by a fault.`,
    '',
    ...(problems.length === 0 ? [] : ['## Problems', '', ...problems.map((problem) => `- ${problem}`), '']),
    '| fault | what the server does | shows | condemned by |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
