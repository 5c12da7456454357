import { violationsOf } from '../json/ajv.ts';
import { BundleRefused } from './bundle-refused.ts';

/**
 * Validates a file of a bundle.
 * @throws BundleRefused with the first violation
 */
export function checkSchema(schema: object, name: string, value: unknown): void {
  const [wrong] = violationsOf(schema, value);
  if (wrong === undefined) return;
  throw new BundleRefused(
    'schema',
    `${name} does not match its schema at ${wrong.instancePath || '/'}: ${wrong.message}.`,
  );
}
