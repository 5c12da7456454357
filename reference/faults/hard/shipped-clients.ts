import { gzipSync } from 'node:zlib';
import type { Call } from '../../call.ts';
import type { Operation } from '../../operation.ts';
import { type Members, membersOf, withJson, without } from '../altered-draft.ts';
import { changeStage } from '../change-stage.ts';
import { changeBody } from '../change-success.ts';
import { schemeOf } from '../credentials/presented.ts';
import type { Change } from '../fault.ts';
import { breaking, faultsOf } from '../fault-row.ts';

const text = ({ headers }: Call, name: string): string => String(headers[name] ?? '');

/** Changes the error objects of an operation, whatever the failure; undefined means no change. */
function changeErrors(operation: Operation, change: (members: Members, call: Call) => Members | undefined): Change {
  return changeStage('composeErrorObject', (compose, { fire }) => (refusal, call) => {
    const draft = compose(refusal, call);
    const members = call.operation === operation ? membersOf(draft) : undefined;
    const changed = members === undefined ? undefined : change(members, call);
    if (changed === undefined) return draft;
    fire();
    return withJson(draft, changed);
  });
}

/** A gateway compresses what the service compressed, and says so once. */
const compressedTwice: Change = changeStage('encode', (encode, { fire }) => async (draft, call) => {
  const answer = await encode(draft, call);
  const isMeant = call.operation === 'generate-topology' && answer.status === 400;
  if (!isMeant || draft.content.kind !== 'text' || !text(call, 'accept-encoding').includes('gzip')) return answer;
  fire();
  const body = gzipSync(gzipSync(answer.body));
  const headers = { ...answer.headers, 'Content-Encoding': 'gzip', 'Content-Length': String(body.length) };
  return { ...answer, headers, body };
});

const apiKeyWithoutOrigin: Change = (behaviour, { fire }) => ({
  ...behaviour,
  verifyCredential: async (token, call) => {
    const claims = await behaviour.verifyCredential(token, call);
    const isMeant = call.operation === 'generate-topology' && text(call, 'origin') !== '';
    if (claims === undefined || !isMeant || schemeOf(call) !== 'api-key') return claims;
    fire();
    return undefined;
  },
});

/** Faults that show only for some clients, together with something else of the request or its answer. */
export const shippedClientFaults = [
  ...faultsOf('list-users', [
    ...breaking(['ERR-CAUSE'], {
      'errors-in-other-languages-have-no-cause': [
        'For clients that prefer another language than English, the cause of an error is null.',
        changeErrors('list-users', (members, call) => (/^(?!en|\*)./i.test(text(call, 'accept-language')) ? { ...members, cause: null } : undefined)),
      ],
    }),
    ...breaking(['LU-PAGE-COMPLETE'], {
      'page-token-has-another-name-for-browsers': [
        'For browsers the token of the next page is called next_page_token.',
        changeBody('list-users', (members, call) =>
          text(call, 'user-agent').startsWith('Mozilla/') && members.nextPageToken !== ''
            ? { ...without(members, 'nextPageToken'), next_page_token: members.nextPageToken }
            : undefined,
        ),
      ],
    }),
  ]),
  ...faultsOf('execute-submission', [
    ...breaking(['ERR-CORRELATIONID'], {
      'correlation-id-is-a-list-of-two': [
        'With X-Request-Id and traceparent together, correlationId is an array of both.',
        changeErrors('execute-submission', (members, call) => {
          const ids = [text(call, 'x-request-id'), text(call, 'traceparent')];
          return ids.includes('') ? undefined : { ...members, correlationId: ids };
        }),
      ],
    }),
  ]),
  ...faultsOf('generate-topology', [
    ...breaking(['GT-FAILURE-TEXT'], {
      'text-of-400-is-compressed-twice': ['For clients that take gzip, the text of a 400 is compressed twice and declared once.', compressedTwice],
    }),
    ...breaking(['AUTH-APIKEY'], {
      'api-key-with-origin-is-rejected': ['A valid token in Sec-WebSocket-Protocol is rejected in a request with an Origin.', apiKeyWithoutOrigin],
    }),
  ]),
];
