import { violationsOf } from '../json/ajv.ts';
import { UsageError } from './usage-error.ts';
import schema from './worker-configuration.schema.json' with { type: 'json' };
import { configurationVariable, digestOf, type WorkerConfiguration } from './worker-configuration.ts';

/** Linux limits each variable of a new process to 128 KiB. */
const bytesAtMost = 120_000;

/**
 * The variable that passes the configuration to workers: a digest and the JSON text. It is validated here, once;
 * Playwright and its workers only check that the text is whole, because loading a validator would delay them.
 * @throws UsageError if it is too long for a variable; Error if it is invalid. Values are never shown: they can be secret.
 */
export function variableOf(configuration: WorkerConfiguration): Readonly<Record<string, string>> {
  const json = JSON.stringify(configuration);
  const wrong = violationsOf(schema, JSON.parse(json)).map(
    ({ instancePath, keyword }) => `${instancePath} (${keyword})`,
  );
  if (wrong.length > 0) throw new Error(`The worker configuration is invalid: ${wrong.join(', ')}.`);
  const text = `${digestOf(json)} ${json}`;
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesAtMost)
    throw new UsageError([
      `The settings take ${bytes} bytes, but workers accept at most ${bytesAtMost}. Shorten the longest one, such as TARGET_PARTICIPANT_UIDS.`,
    ]);
  return { [configurationVariable]: text };
}
