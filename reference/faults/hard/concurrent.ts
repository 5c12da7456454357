import type { Draft } from '../../answer.ts';
import type { Operation } from '../../operation.ts';
import { withText } from '../altered-draft.ts';
import { changeSuccess } from '../change-success.ts';
import type { Change, Fault } from '../fault.ts';
import { type FaultRow, faultsOf } from '../fault-row.ts';
import { quoteOf } from '../quotes.ts';
import { refuseValid } from '../refuse-valid.ts';
import { pause, shareRequest } from './shared-request.ts';
import { swapAnswers } from './swapped-answers.ts';

const generateRows: readonly FaultRow[] = [
  {
    id: 'answers-of-two-requests-are-exchanged',
    title: "Two concurrent requests get each other's answers.",
    requirements: ['GT-PARTYID-HINT', 'GT-FINGERPRINT-FUNCTION'],
    apply: swapAnswers('generate-topology'),
  },
  {
    id: 'hint-of-another-request-is-used',
    title: 'Two concurrent requests both use the hint of the later one.',
    requirements: ['GT-PARTYID-HINT'],
    apply: shareRequest('generate-topology', (own, { partyHint }) => ({ ...own, partyHint })),
  },
  {
    id: 'key-of-another-request-is-used',
    title: 'Two concurrent requests both use the public key of the later one.',
    requirements: ['GT-FINGERPRINT-FUNCTION', 'GT-FINGERPRINT-DISTINCT'],
    apply: shareRequest('generate-topology', (own, { publicKey }) => ({ ...own, publicKey })),
  },
  {
    id: 'overlapping-request-is-refused',
    title: 'A valid request is rejected while another one is in progress.',
    requirements: ['GT-SUCCESS'],
    apply: refuseOverlapping('generate-topology'),
  },
];

const executeRows: readonly FaultRow[] = [
  {
    id: 'overlapping-successes-are-joined',
    title: 'A submission that is accepted while another one is in progress gets two objects as its body.',
    requirements: ['EX-RES-MEDIA', 'EX-RES-OBJECT'],
    quote: quoteOf('EX-RES-OBJECT'),
    apply: whileOverlapping('execute-submission', (draft) => withText(draft, '{}{}')),
  },
  {
    id: 'overlapping-submission-is-refused',
    title: 'A valid submission is rejected while another one is in progress.',
    requirements: ['EX-SUCCESS', 'EX-OPT-USERID', 'EX-OPT-MINLEDGERTIME', 'EX-OPT-DEDUPLICATION', 'AUTH-BEARER'],
    apply: refuseOverlapping('execute-submission'),
  },
  claimsRow('execute-submission'),
];

const listRows: readonly FaultRow[] = [
  {
    id: 'pages-of-two-requests-are-exchanged',
    title: "Two concurrent requests get each other's pages.",
    requirements: ['LU-PAGE-SIZE', 'LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES', 'LU-PAGE-EMPTYTOKEN'],
    quote: quoteOf('LU-PAGE-CONTINUES'),
    apply: swapAnswers('list-users'),
  },
  {
    id: 'page-token-of-another-request-is-used',
    title: 'Two concurrent requests both use the page token of the later one.',
    requirements: ['LU-PAGE-COMPLETE', 'LU-PAGE-CONTINUES', 'LU-PAGE-EMPTYTOKEN'],
    quote: quoteOf('LU-PAGE-CONTINUES'),
    apply: shareParameter('pageToken'),
  },
  {
    id: 'page-size-of-another-request-is-used',
    title: 'Two concurrent requests both use the page size of the later one.',
    requirements: ['LU-PAGE-SIZE'],
    apply: shareParameter('pageSize'),
  },
  claimsRow('list-users'),
];

/** Two requests at once share a query parameter of the later one, or lack it as that one does. */
function shareParameter(name: 'pageToken' | 'pageSize'): Change {
  return shareRequest('list-users', (own, { [name]: value }) => {
    const { [name]: _own, ...rest } = own;
    return value === undefined ? rest : { ...rest, [name]: value };
  });
}

/** Successes after a pause, changed if another request is in progress by then. */
function whileOverlapping(operation: Operation, change: (draft: Draft) => Draft): Change {
  return (behaviour, context) => {
    const changing = changeSuccess(operation, (draft, call) => (call.inFlight() >= 2 ? change(draft) : undefined));
    return pausing(operation)(changing(behaviour, context), context);
  };
}

/** The operation is slow, so that requests overlap. */
function pausing(operation: Operation): Change {
  return (behaviour) => ({
    ...behaviour,
    verifyCredential: async (token, call) => {
      if (call.operation === operation) await pause();
      return behaviour.verifyCredential(token, call);
    },
  });
}

function refuseOverlapping(operation: Operation): Change {
  const refuse = refuseValid(operation, 'The request is invalid at this time.', (call) => call.inFlight() >= 2);
  return (behaviour, context) => pausing(operation)(refuse(behaviour, context), context);
}

function claimsRow(operation: Operation): FaultRow {
  return {
    id: 'claims-of-another-request-are-used',
    title: 'A request without a valid token is admitted while one with a valid token is being processed.',
    requirements: ['AUTH-REQUIRED', 'AUTH-EMPTY', 'AUTH-NOT-JWT', 'AUTH-SIGNATURE-ALTERED'],
    apply: shareClaims(operation),
  };
}

/** A server that stores the claims of the current request in a shared variable. */
function shareClaims(operation: Operation): Change {
  return (behaviour, context) => {
    let shared = 0;
    return {
      ...behaviour,
      readCredential: (call) => behaviour.readCredential(call) ?? (call.operation === operation ? '' : undefined),
      verifyCredential: async (token, call) => {
        const claims = await behaviour.verifyCredential(token, call);
        if (claims !== undefined) shared += 1;
        await pause();
        if (claims !== undefined) shared -= 1;
        if (claims !== undefined || shared === 0 || call.operation !== operation) return claims;
        context.fire();
        return { sub: context.ledger.userId };
      },
    };
  };
}

/** Faults that occur when requests overlap. */
export const concurrentFaults: readonly Fault[] = [
  ...faultsOf('generate-topology', generateRows),
  ...faultsOf('execute-submission', executeRows),
  ...faultsOf('list-users', listRows),
].map((fault) => ({ ...fault, when: 'concurrent' }));
