import { request } from 'undici';
import type { ReferenceServer } from '../../reference/start.ts';

export interface Reply {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as it is when text or bytes, as JSON otherwise. */
  readonly body?: unknown;
  /** In place of the bearer credential. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const generatePath = '/v2/parties/external/generate-topology';
export const executePath = '/v2/interactive-submission/execute';
export const usersPath = '/v2/users';

export async function send(server: ReferenceServer, path: string, sent: Sent = {}): Promise<Reply> {
  const { body } = sent;
  const raw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
  const response = await request(server.baseUrl + path, {
    method: sent.method ?? (path.startsWith(usersPath) ? 'GET' : 'POST'),
    headers: { 'content-type': 'application/json', ...(sent.headers ?? bearer(server)) },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  const type = response.headers['content-type'];
  return {
    status: response.statusCode,
    mediaType: typeof type === 'string' ? type.split(';')[0] : undefined,
    headers: response.headers,
    text: await response.body.text(),
  };
}

export function bearer(server: ReferenceServer): Record<string, string> {
  return { authorization: `Bearer ${server.environment.TARGET_TOKEN}` };
}

/** A valid generate-topology body with every optional field absent. */
export function generateBody(server: ReferenceServer): Record<string, unknown> {
  return {
    synchronizer: server.environment.TARGET_SYNCHRONIZER,
    partyHint: 'carol',
    publicKey: {
      format: 'CRYPTO_KEY_FORMAT_RAW',
      keyData: 'lVoecNeb50KdHlQzJV1UmJYKlmQaJ2CQBml0bYl3Nuc=',
      keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
    },
  };
}

/** A copy of the body with the value at the path exchanged; `undefined` takes the member away. */
export function changed(body: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof body !== 'object' || body === null)
    throw new Error(`There is nothing at ${step}; correct the path.`);
  const copy = structuredClone(body) as Record<string | number, unknown>;
  const next = changed(copy[step], rest, value);
  if (next === undefined) delete copy[step];
  else copy[step] = next;
  return copy;
}
