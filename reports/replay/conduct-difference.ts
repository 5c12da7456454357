import type { SentRequest } from '../../wire/exchange.ts';

/** How a run differs from what its seed, its nonce and the responses lead to. */
export type ConductDifference =
  | { readonly kind: 'no-inputs' }
  | { readonly kind: 'facts'; readonly fact: string }
  /** A request that is not the one of the run; `sent` is absent if the run did not send it. */
  | {
      readonly kind: 'request';
      readonly exchange: string;
      readonly generated: SentRequest;
      readonly sent?: SentRequest;
    }
  | { readonly kind: 'of-no-case'; readonly exchange: string }
  | { readonly kind: 'missing-case' | 'missing-request' | 'other-case' | 'added-case'; readonly case: string }
  | { readonly kind: 'other-end'; readonly check: string };

/** A difference as a sentence. */
export function differenceText(difference: ConductDifference): string {
  switch (difference.kind) {
    case 'no-inputs':
      return 'the evidence does not say what its requests were made from';
    case 'facts':
      return `"${difference.fact}" of the preflight does not follow from its exchanges`;
    case 'request':
      return difference.sent === undefined
        ? `the run sends ${difference.exchange}, which is not in the evidence`
        : `the request of ${difference.exchange} is another one: ${whereDifferent(difference.generated, difference.sent)}`;
    case 'of-no-case':
      return `${difference.exchange} belongs to no case`;
    case 'missing-case':
      return `case ${difference.case} is missing`;
    case 'missing-request':
      return `case ${difference.case} lacks a request that the run sends`;
    case 'other-case':
      return `case ${difference.case} is recorded differently`;
    case 'added-case':
      return `the run has no case ${difference.case}`;
    case 'other-end':
      return `check ${difference.check} does not end as recorded`;
  }
}

function whereDifferent(generated: SentRequest, sent: SentRequest): string {
  if (generated.method !== sent.method) return 'its method differs';
  if (generated.target !== sent.target) return 'its target differs';
  return generated.body.equals(sent.body) ? 'its headers differ' : 'its body differs';
}
