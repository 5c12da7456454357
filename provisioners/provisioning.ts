import { wallClock } from '../engine/clock.ts';
import type { Access } from '../engine/open-session.ts';
import { readJson } from '../json/read-json.ts';
import { defaultExport } from '../settings/read-file.ts';
import type { Settings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { boundsFor } from '../wire/bounds.ts';
import type { Connection } from '../wire/connections.ts';
import { presentText } from '../wire/credential.ts';
import { bodyOf } from '../wire/exchange.ts';
import { retryDelay } from '../wire/retry.ts';
import { subjectOf } from '../wire/token.ts';
import type { Provisioner, ProvisioningAnswer, ProvisioningContext } from './provisioner.ts';

const shipped: Readonly<Record<string, () => Promise<Provisioner>>> = {
  'canton-3.5': async () => (await import('./canton-3.5/provision.ts')).canton,
};

/**
 * Loads the provisioner named by TARGET_PROVISIONER: one included in the suite, or the default export of a module.
 * @throws UsageError if it does not exist.
 */
export async function loadProvisioner(nameOrPath: string): Promise<Provisioner> {
  const known = shipped[nameOrPath];
  if (known !== undefined) return known();
  const names = Object.keys(shipped).join(', ');
  const advice = `Give ${names}, or the path of an ES module.`;
  const provisioner = await defaultExport('TARGET_PROVISIONER', nameOrPath, advice);
  if (!isProvisioner(provisioner)) {
    throw new UsageError([
      `TARGET_PROVISIONER "${nameOrPath}" has no default export with the functions provision and clean. See docs/provisioning.md.`,
    ]);
  }
  return provisioner;
}

function isProvisioner(value: unknown): value is Provisioner {
  const { provision, clean } = (value ?? {}) as Partial<Provisioner>;
  return typeof provision === 'function' && typeof clean === 'function';
}

/** How many execute bodies a run uses up if each is accepted once: about as many as its successes. */
const bodiesFor: Readonly<Record<Settings['effort'], number>> = { quick: 60, standard: 320, soak: 320 };

/** Creates the context of a provisioner for a target. */
export async function provisioningContext(settings: Settings, access: Access): Promise<ProvisioningContext> {
  const bounds = boundsFor(access.target.timeoutMs);
  let calls = 0;
  return {
    seed: settings.seed,
    nonce: settings.nonce,
    subject: subjectOf(await access.tokens.current()),
    executeBodies: bodiesFor[settings.effort],
    async call(method, path, body) {
      calls += 1;
      const request = {
        contentType: body === undefined ? null : 'application/json',
        body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      };
      let connection: Connection = 'kept';
      for (let attempt = 1; ; attempt += 1) {
        const credential = presentText('bearer', await access.tokens.current());
        const exchange = await access.wire.send(
          `provision#${calls}`,
          { method, path },
          { ...request, connection },
          credential,
        );
        const delay = retryDelay(exchange, attempt, bounds);
        if (delay === undefined) {
          if (exchange.answer === undefined)
            throw new Error(
              `${method} ${path} was not answered: ${exchange.failure?.message ?? 'no response'}`,
            );
          return answered(exchange.answer);
        }
        if (exchange.failure !== undefined) connection = 'fresh';
        await wallClock.wait(delay);
      }
    },
  };
}

function answered(answer: Parameters<typeof bodyOf>[0] & { status: number }): ProvisioningAnswer {
  const bytes = bodyOf(answer);
  const read = readJson(bytes);
  return {
    status: answer.status,
    body: 'value' in read ? read.value : undefined,
    shown: `${answer.status} ${bytes.toString().slice(0, 300)}`,
  };
}
