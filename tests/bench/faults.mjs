import { ran } from './suite.mjs';

/** Faults of the reference server, evenly spread over its catalogue, without those of canton-3.5. */
export async function someFaults(many) {
  const { said } = await ran(['list', 'faults']);
  const all = said
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((id) => id.includes('-') && !id.startsWith('canton-'));
  const step = all.length / many;
  return Array.from({ length: many }, (_, index) => all[Math.floor(step * (index + 0.5))]).filter(Boolean);
}
