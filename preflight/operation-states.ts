import { limitReasons, reasonOf } from '../journal/reason.ts';
import type { OperationState } from '../journal/target-facts.ts';
import type { Operation } from '../requirements/requirement.ts';
import { operationStems } from '../schemas/openapi.ts';
import { answersAsItself, responseInWords } from '../session/answers-as-itself.ts';
import { type Exchange, isOfLimits } from '../wire/exchange.ts';
import { isBusy } from '../wire/retry.ts';

/** Whether the credential was rejected. */
export function isRejected({ answer }: Exchange): boolean {
  return answer?.status === 401 || answer?.status === 403;
}

/** Whether the credential was accepted: the response, whatever it is, does not reject it. */
export function isTaken(exchange: Exchange): boolean {
  return exchange.answer !== undefined && exchange.failure === undefined && !isRejected(exchange);
}

/** How each operation responded under both schemes. */
export function stateOf(
  bearer: Map<Operation, Exchange>,
  apiKey: Map<Operation, Exchange>,
): Record<Operation, OperationState> {
  return Object.fromEntries(
    operationStems.map((operation) => {
      const first = bearer.get(operation);
      const isOther = first !== undefined && answersAsItself(operation, first) === false;
      const seen = isOther ? { seen: responseInWords(first) } : {};
      return [operation, { ...state(first, apiKey.get(operation)), ...seen }];
    }),
  ) as Record<Operation, OperationState>;
}

function state(...exchanges: (Exchange | undefined)[]): OperationState {
  const met = exchanges.filter((exchange) => exchange !== undefined);
  const whole = met.filter((exchange) => exchange.failure === undefined && exchange.answer !== undefined);
  const limit = met.map(({ failure }) => failure?.kind ?? '').find(isOfLimits);
  if (whole.length === 0 && limit !== undefined)
    return { state: limit, detail: reasonOf(limitReasons[limit]).text };
  if (whole.length === 0)
    return {
      state: 'silent',
      detail: reasonOf('preflight-silent', met[0]?.failure?.message ?? 'No answer.').text,
      exchanges: met.map(({ id }) => id),
    };
  if (whole.every(({ answer }) => answer !== undefined && isBusy(answer)))
    return { state: 'busy', detail: reasonOf('preflight-busy', whole[0]?.answer?.status ?? 0).text };
  if (met.every((exchange) => exchange.failure === undefined && isRejected(exchange))) {
    const statuses = [...new Set(whole.map((exchange) => exchange.answer?.status))].join(' and ');
    return { state: 'refuses-token', detail: reasonOf('token-rejected', statuses).text };
  }
  return { state: 'answers', detail: '' };
}
