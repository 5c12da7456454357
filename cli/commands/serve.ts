import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeCertificates } from '../../reference/certificates.ts';
import { everyFault as faults, everyVariant as variants } from '../../reference/changes.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import {
  type ReferenceProfile,
  type ReferenceServer,
  referenceProfiles,
  startReference,
} from '../../reference/start.ts';
import { probablyMeant } from '../../requirements/nearest-ids.ts';
import { UsageError } from '../../settings/usage-error.ts';
import type { Options } from '../options.ts';
import { envValue } from '../output/env-file.ts';
import { wholeNumber } from '../output/option-values.ts';
import { say } from '../output/say.ts';
import { orUnwritable } from '../output/write-file.ts';
import { loadRoutes } from '../run/embedded-server.ts';

/**
 * Serves the reference server until it is stopped, and prints an .env for a run against it. The .env and the execute
 * body are also written to the folder.
 */
export async function serve(options: Options<'serve'>): Promise<number> {
  const fault = options.fault === undefined ? undefined : named('fault', options.fault, faults);
  const variant = options.variant === undefined ? undefined : named('variant', options.variant, variants);
  const folder = resolve(options.folder);
  const certificates = options.tls === true ? await makeCertificates() : undefined;
  const server = await startReference({
    port: wholeNumber('--port', options.port ?? '0', 0, 65_535),
    ...(options.prefix === undefined ? {} : { prefix: prefixOf(options.prefix) }),
    ...(options.users === undefined ? {} : { users: wholeNumber('--users', options.users, 0, 100_000) }),
    ...(options.profile === undefined ? {} : { profile: profileOf(options.profile) }),
    fault,
    variant,
    ownRoutes: options.routes === undefined ? undefined : await loadRoutes(options.routes),
    tls: certificates?.server,
    singleUse: options.singleUse === true,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new UsageError([`Port ${options.port} is in use. Use another --port, or 0 for a free one.`]);
  });
  try {
    const { env, envFile } = orUnwritable(folder, 'Give --folder a writable folder.', () =>
      writeSettings(server, folder, certificates?.ca),
    );
    say(
      `# The reference server listens on ${server.baseUrl}${fault === undefined ? '' : ` with the fault ${fault.id}`}${variant === undefined ? '' : ` as the variant ${variant.id}`}.`,
      `# Copy this into the .env of the folder you run from; it is also in ${envFile}.`,
      ...env,
      '# Stop the server with Ctrl-C.',
    );
    await new Promise<void>((stop) => {
      process.once('SIGINT', () => stop());
      process.once('SIGTERM', () => stop());
    });
  } finally {
    await server.close();
  }
  return 0;
}

/** Writes the .env for a run on the server, and the files that it names; returns the lines of the .env and its path. */
function writeSettings(
  server: ReferenceServer,
  folder: string,
  authority: string | undefined,
): { env: string[]; envFile: string } {
  mkdirSync(folder, { recursive: true });
  const bodyFile = join(folder, 'execute-request.json');
  const { executeRequests } = server;
  const bodies = executeRequests.length === 1 ? executeRequests[0] : executeRequests;
  writeFileSync(bodyFile, `${JSON.stringify(bodies, null, 2)}\n`, { mode: 0o600 });
  const caFile = join(folder, 'ca.pem');
  if (authority !== undefined) writeFileSync(caFile, authority);
  const settings = {
    ...server.environment,
    TARGET_EXECUTE_REQUEST: bodyFile,
    ...(authority === undefined ? {} : { TARGET_CA_FILE: caFile }),
  };
  const env = Object.entries(settings).map(([name, value]) => `${name}=${envValue(value)}`);
  const envFile = join(folder, '.env');
  writeFileSync(envFile, `${env.join('\n')}\n`, { mode: 0o600 });
  return { env, envFile };
}

function named<T extends Pick<Fault, 'id'>>(kind: string, id: string, all: readonly T[]): T {
  const found = all.find((each) => each.id === id);
  if (found !== undefined) return found;
  const meant = probablyMeant(
    id,
    all.map((each) => each.id),
  );
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new UsageError([
    `There is no ${kind} "${id}".${hint} \`ledger-conformance list ${kind}s\` lists them.`,
  ]);
}

function profileOf(name: string): ReferenceProfile {
  const found = referenceProfiles.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError([`--profile takes ${referenceProfiles.join(' or ')}, not "${name}".`]);
}

function prefixOf(text: string): string {
  if (/^(\/[^/?#\s]+)+$/.test(text)) return text;
  throw new UsageError(['--prefix takes a path such as /ledger, without a trailing slash.']);
}
