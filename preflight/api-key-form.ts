import { listingOperation } from '../operations/operations.ts';
import type { Operation } from '../requirements/requirement.ts';
import { type ApiKeyForm, apiKeyForms, presentText } from '../wire/credential.ts';
import type { Exchange, HeaderPair } from '../wire/exchange.ts';
import { type AmongTraffic, isTaken } from './operation-states.ts';

/** Asks an operation with a credential; the name is that of the request. */
type Ask = (
  operation: Operation,
  credential: (token: string) => HeaderPair[],
  name: string,
) => Promise<Exchange>;

/** Ruling 20: tries the forms in turn; the first that all operations accept is the target's. */
export async function findApiKeyForm(
  answering: readonly Operation[],
  { ask, each }: Pick<AmongTraffic, 'each'> & { readonly ask: Ask },
): Promise<{ form: ApiKeyForm | null; apiKey: Map<Operation, Exchange> }> {
  let best: { form: ApiKeyForm | null; apiKey: Map<Operation, Exchange>; taken: number } = {
    form: null,
    apiKey: new Map(),
    taken: -1,
  };
  for (const form of apiKeyForms) {
    const answers = await each(
      answering,
      async (operation) =>
        [
          operation,
          await ask(operation, (token) => presentText('api-key', token, form), `api-key ${form}`),
        ] as const,
    );
    const taken = answers.filter(([operation, exchange]) => wentThrough(operation, exchange)).length;
    if (taken > best.taken) best = { form: taken > 0 ? form : null, apiKey: new Map(answers), taken };
    if (taken === answering.length) break;
  }
  return best;
}

/** A plain listing succeeds if its credential is accepted; other plain requests may fail for other reasons. */
export function wentThrough(operation: Operation, exchange: Exchange): boolean {
  if (operation !== listingOperation) return isTaken(exchange);
  const { answer, failure } = exchange;
  return failure === undefined && answer !== undefined && answer.status >= 200 && answer.status < 300;
}
