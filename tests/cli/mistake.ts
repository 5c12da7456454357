import { SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import { type ReferenceOptions, startReference } from '../../reference/start.ts';

/** A mistake that is easily made: what is set up for it, the status, and words that name the cause and the remedy. */
export interface Mistake {
  readonly name: string;
  readonly args?: readonly string[];
  /** Settings; files may be written into the folder of the run. */
  readonly made: (folder: string) => Promise<Record<string, string>> | Record<string, string>;
  readonly status: number;
  /** In the first line of the message of a run, unless `first` is. */
  readonly cause: string;
  readonly first?: string;
  readonly remedy: string;
  /** Whether the results of an earlier run stay as they are; otherwise they are replaced. */
  readonly isKept?: true;
}

export const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ.c2lnbmF0dXJlLW9mLW5vYm9keQ';
export const at = (baseUrl: string): Record<string, string> => ({
  TARGET_BASE_URL: baseUrl,
  TARGET_TOKEN: token,
});

export async function reference(options: ReferenceOptions = {}) {
  const server = await startReference(options);
  onTestFinished(() => server.close());
  return server;
}

/** A token of the reference server's issuer. */
export async function issued(secret: string | undefined, claims: Record<string, unknown>): Promise<string> {
  return new SignJWT({ sub: 'participant_admin', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(secret ?? ''));
}

export async function withToken(claims: Record<string, unknown>): Promise<Record<string, string>> {
  const { baseUrl, environment } = await reference();
  return { TARGET_BASE_URL: baseUrl, TARGET_TOKEN: await issued(environment.TARGET_TOKEN_SECRET, claims) };
}

export const seconds = (): number => Math.floor(Date.now() / 1_000);
