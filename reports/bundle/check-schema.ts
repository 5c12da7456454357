import { violationsOf } from '../../json/ajv.ts';
import { BundleRefused } from './bundle-refused.ts';

/**
 * Holds what a file of a bundle says against its schema.
 * @throws BundleRefused with the first place that is not of it.
 */
export function checkSchema(schema: object, name: string, value: unknown): void {
  const [wrong] = violationsOf(schema, value);
  if (wrong === undefined) return;
  throw new BundleRefused(
    'schema',
    `${name} does not match its schema at ${wrong.instancePath || '/'}: ${wrong.message}.`,
  );
}
