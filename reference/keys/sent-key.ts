import { isObject, isString } from '../rules/json-types.ts';
import { readPublicKey } from './public-key.ts';

/** The public key of a body as it was sent, if its members are strings. */
export interface SentKey {
  readonly format: string;
  readonly keyData: string;
  readonly keySpec: string;
}

export function sentKey(body: unknown): SentKey | undefined {
  const key = isObject(body) ? body.publicKey : undefined;
  if (!isObject(key)) return undefined;
  const { format, keyData, keySpec } = key;
  return isString(format) && isString(keyData) && isString(keySpec)
    ? { format, keyData, keySpec }
    : undefined;
}

/** Whether the same request with other keyData has a key. */
export function isKeyWith({ format, keySpec }: SentKey, keyData: string): boolean {
  return typeof readPublicKey(format, keyData, keySpec) !== 'string';
}

/** The body with other keyData. */
export function withKeyData(
  body: Readonly<Record<string, unknown>>,
  key: SentKey,
  keyData: string,
): Readonly<Record<string, unknown>> {
  return { ...body, publicKey: { ...(body.publicKey as object), ...key, keyData } };
}
