import { violationsOf } from '../json/ajv.ts';
import { readJsonFile } from '../settings/read-file.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { HeaderPair } from './exchange.ts';
import headersSchema from './headers.schema.json' with { type: 'json' };
import type { Redactor } from './redact.ts';

/** Headers that a gateway in front of the target needs. Their values are credentials and therefore secret. */
export function gatewayHeaders(path: string | undefined, redactor: Redactor): HeaderPair[] {
  if (path === undefined) return [];
  const wrong = `TARGET_HEADERS_FILE must be a JSON file with an object of header names and string values: ${path}.`;
  const value = readJsonFile(path, () => wrong);
  if (violationsOf(headersSchema, value).length > 0) throw new UsageError([wrong]);
  return Object.entries(value as Record<string, string>).map(([name, text]) => {
    redactor.add(text, 'gateway-header');
    return [name, text];
  });
}
