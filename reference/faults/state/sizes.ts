import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { answered } from '../answered.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';
import { refuseValid } from '../refuse-valid.ts';
import { perConnection } from './remembered.ts';

const kib = 1_024;
const isChunked = ({ headers }: Call): boolean => headers['transfer-encoding'] !== undefined;
const hasUnknownMember = ({ body }: Call, longest: number): boolean => {
  const found = /"(?!synchronizer|keyData|preparedTransaction|partyHint)\w+":"([^"]*)"/g;
  return [...body.toString('latin1').matchAll(found)].some(([, value = '']) => value.length > longest);
};

function isFirstOnConnection(): (call: Call) => boolean {
  const memory = perConnection((): { first?: Call } => ({}));
  return (call) => {
    const known = memory(call);
    known.first ??= call;
    return known.first === call;
  };
}

function refusing(operation: Operation, isMeant: (call: Call) => boolean): Change {
  return refuseValid(operation, 'The body is no JSON.', isMeant);
}

/** Buffers of a fixed size that ordinary bodies do not fit, alone or with how they are sent (rulings 35 and 39). */
export const sizeStateFaults = [
  ...faultsOf('generate-topology', [
    ...breaking(['GT-SUCCESS'], {
      'body-of-whole-pages-is-refused': [
        'A body whose length is a multiple of 4,096 bytes is rejected.',
        refusing('generate-topology', ({ body }) => body.length > 0 && body.length % (4 * kib) === 0),
      ],
      'chunked-body-above-16-kib-is-refused': [
        'A chunked body above 16 KiB is rejected.',
        refusing('generate-topology', (call) => isChunked(call) && call.body.length > 16 * kib),
      ],
      'first-body-above-8-kib-is-refused': [
        'A body above 8 KiB in the first request of a connection is rejected.',
        (behaviour, context) => {
          const isFirst = isFirstOnConnection();
          return refusing('generate-topology', (call) => isFirst(call) && call.body.length > 8 * kib)(behaviour, context);
        },
      ],
    }),
    ...breaking(['GT-FAILURE-FORM'], {
      'long-unknown-member-gets-html': [
        'An unknown member of more than 8 KiB is answered 413 with HTML.',
        answered((call) => call.operation === 'generate-topology' && hasUnknownMember(call, 8 * kib), 413, 'text/html', '<h1>Content Too Large</h1>'),
      ],
    }),
  ]),
  ...faultsOf('execute-submission', [
    ...breaking(['EX-SUCCESS'], {
      'chunked-body-above-16-kib-is-refused': [
        'A chunked body above 16 KiB is rejected.',
        refusing('execute-submission', (call) => isChunked(call) && call.body.length > 16 * kib),
      ],
      'body-between-8-and-16-kib-is-refused': [
        'A body between 8 and 16 KiB is rejected.',
        refusing('execute-submission', ({ body }) => body.length >= 8 * kib && body.length < 16 * kib),
      ],
    }),
    ...breaking(['EX-FAILURE-FORM'], {
      'long-unknown-member-gets-500-without-object': [
        'An unknown member of more than 32,000 characters is answered 500 without a body.',
        answered((call) => call.operation === 'execute-submission' && hasUnknownMember(call, 32_000), 500, undefined, ''),
      ],
    }),
  ]),
];
