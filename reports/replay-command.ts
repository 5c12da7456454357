import { requirements } from '../requirements/catalogue.ts';
import type { Operation } from '../requirements/requirement.ts';
import type { Report } from './report.ts';
import { shellQuoted } from './shell-quote.ts';

const ids = new Set(requirements.map(({ id }) => id));

/**
 * The command that sends the same requests again. A requirement may have been broken by an answer in a case of another
 * one, and cases are drawn for the one they belong to, so that is the one to select.
 */
export function replayCommand(
  run: Report['run'],
  operation: Operation,
  exchange: string | undefined,
  requirement: string,
): string {
  const owner = exchange === undefined ? operation : exchange.split('@', 1)[0];
  const only = owner !== undefined && (owner === operation || ids.has(owner)) ? owner : requirement;
  const effort = run.effort === 'standard' ? '' : ` --effort ${shellQuoted(run.effort)}`;
  return `ledger-conformance run --only ${only} --seed ${shellQuoted(run.seed)} --nonce ${shellQuoted(run.nonce)}${effort}`;
}
