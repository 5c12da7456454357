import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeRecording } from '../../judges/recorded/judge-recording.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { recordedText, rulingsText } from '../recorded/recording.ts';
import { recordedIn } from '../recorded/releases.ts';

const canton = loadProfile('canton-3.5');
const judged = [recordedText, rulingsText, recordedIn('open-questions-canton-3.5.10.ndjson.gz')].flatMap(
  (text) => judgeRecording(readRecording(text), canton).judged,
);

/** The node knows a fraction from an integer whatever its number of digits; a double does not (ruling 30). */
const unlike = ['fraction-20', 'tiny', 'near-one'].map((each) => `gen.number.${each}`);

/** What depends on the state of the node, on tokens of other users, or on how a request is written to the socket. */
function isReplayable({ name, classification, exchange }: (typeof judged)[number]): boolean {
  const { requirement, operation, credential } = classification;
  const status = exchange.answer?.status ?? 0;
  const isSubmission = operation === 'execute-submission' && [200, 403, 409].includes(status);
  const isToken = !['valid', 'none', 'empty', 'not-a-jwt'].includes(credential);
  const isUsers = operation === 'list-users' && name.includes('pageToken.proto');
  return !(
    requirement.startsWith('HTTP-OPEN-') ||
    isSubmission ||
    isToken ||
    isUsers ||
    name.includes('payload-not-json') ||
    unlike.includes(name) ||
    exchange.request.headers.some(
      ([header]) => /^(sec-websocket-protocol|connection|expect)$/i.test(header) && header !== 'Connection',
    )
  );
}

describe('the reference server as canton-3.5', () => {
  let server: ReferenceServer;
  let participant = '';
  beforeAll(async () => {
    server = await startReference({ profile: 'canton-3.5' });
    participant = await participantOf(server);
  });
  afterAll(() => server.close());

  const replayed = judged.filter(isReplayable);

  it('is asked most of what the node was asked', () => {
    expect(replayed.length).toBeGreaterThan(200);
  });

  it.each(replayed.map((each) => [each.name, each] as const))(
    'answers as the node did: %s',
    async (_, { exchange }) => {
      const { TARGET_TOKEN = '', TARGET_SYNCHRONIZER = '' } = server.environment;
      const { method, target, headers, body } = exchange.request;
      const ours = submissionOf(server);
      const sent = body
        .toString('latin1')
        .replaceAll(/synchronizer-1::1220[0-9a-f]{64}/g, TARGET_SYNCHRONIZER)
        .replaceAll(/sandbox::1220[0-9a-f]{64}/g, participant)
        .replaceAll(/alice::1220[0-9a-f]{64}/g, ours.party)
        // Only a transaction that the node took stands for one that this server takes.
        .replace(/("preparedTransaction": ?")C[A-Za-z0-9+/]{1000,}={0,2}(?=")/, `$1${ours.prepared}`);
      const given = headers
        .filter(([name]) => !/^(host|content-length|connection|transfer-encoding)$/i.test(name))
        .map(([name, value]): [string, string] => [name, value.replace('<jwt>', TARGET_TOKEN)]);
      const {
        statusCode,
        headers: got,
        body: stream,
      } = await request(`${server.baseUrl}${target}`, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: given.flat(),
        ...(method === 'POST' ? { body: Buffer.from(sent, 'latin1') } : {}),
      });
      const text = await stream.text();
      const expected = exchange.answer;
      expect(statusCode, text).toBe(expected?.status);
      const mediaType = expected?.headers.find(([name]) => name === 'Content-Type')?.[1];
      expect(got['content-type']).toBe(mediaType);
      expect(formOf(text)).toEqual(formOf(expected?.body.toString('utf8') ?? ''));
    },
  );
});

/** Its uid, as it stands in a transaction that it makes. */
async function participantOf({ baseUrl, environment }: ReferenceServer): Promise<string> {
  const body = {
    synchronizer: environment.TARGET_SYNCHRONIZER,
    partyHint: 'a',
    publicKey: {
      format: 'CRYPTO_KEY_FORMAT_RAW',
      keyData: Buffer.alloc(32, 1).toString('base64'),
      keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
    },
  };
  const answer = await request(`${baseUrl}/v2/parties/external/generate-topology`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${environment.TARGET_TOKEN}` },
    body: JSON.stringify(body),
  });
  const { topologyTransactions } = (await answer.body.json()) as { topologyTransactions: string[] };
  const text = Buffer.from(topologyTransactions[0] ?? '', 'base64').toString('latin1');
  return /participant1::1220[0-9a-f]{64}/.exec(text)?.[0] ?? '';
}

/** Of an error what does not depend on the request, of a success its fields, of a text what it is about. */
function formOf(text: string): unknown {
  // The wording of the parser is not imitated.
  const isParser = /^Invalid value for: body \((expected|exhausted|illegal|control) /.test(text);
  if (isParser) return 'Invalid value for: body';
  if (!text.startsWith('{')) return text.replace(/Got value '.*' with/, '').split(/ not a valid/)[0];
  const body = JSON.parse(text) as Record<string, unknown>;
  const { code, errorCategory, grpcCodeValue, retryInfo, definiteAnswer, context } = body;
  if (code === undefined) return Object.keys(body).sort();
  const fields = Object.keys(context as object).sort();
  return {
    fields: Object.keys(body).sort(),
    code,
    errorCategory,
    grpcCodeValue,
    retryInfo,
    definiteAnswer,
    context: fields,
  };
}

/** The submission that it takes. */
function submissionOf({ executeRequest }: ReferenceServer): { prepared: string; party: string } {
  const { preparedTransaction, partySignatures } = executeRequest as {
    preparedTransaction: string;
    partySignatures: { signatures: { party: string }[] };
  };
  return { prepared: preparedTransaction, party: partySignatures.signatures[0]?.party ?? '' };
}
