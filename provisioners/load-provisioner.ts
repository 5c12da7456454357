import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../settings/usage-error.ts';
import type { Provisioner } from './provisioner.ts';

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
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(resolve(nameOrPath)).href)) as { default?: unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new UsageError([
      `TARGET_PROVISIONER "${nameOrPath}" cannot be loaded: ${reason}. Give ${names}, or the path of an ES module.`,
    ]);
  }
  if (!isProvisioner(module.default)) {
    throw new UsageError([
      `TARGET_PROVISIONER "${nameOrPath}" has no default export with the functions provision and clean. See docs/provisioning.md.`,
    ]);
  }
  return module.default;
}

function isProvisioner(value: unknown): value is Provisioner {
  return (
    typeof value === 'object' &&
    value !== null &&
    'provision' in value &&
    'clean' in value &&
    typeof value.provision === 'function' &&
    typeof value.clean === 'function'
  );
}
