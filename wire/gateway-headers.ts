import { readFileSync } from 'node:fs';
import { violationsOf } from '../json/ajv.ts';
import { UsageError } from '../settings/usage-error.ts';
import type { HeaderPair } from './exchange.ts';
import headersSchema from './headers.schema.json' with { type: 'json' };
import type { Redactor } from './redact.ts';

/** Headers that a gateway in front of the target needs. Their values are credentials and therefore secret. */
export function gatewayHeaders(path: string | undefined, redactor: Redactor): HeaderPair[] {
  if (path === undefined) return [];
  const wrong = new UsageError([
    `TARGET_HEADERS_FILE must be a JSON file with an object of header names and string values: ${path}.`,
  ]);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw wrong;
  }
  if (violationsOf(headersSchema, value).length > 0) throw wrong;
  return Object.entries(value as Record<string, string>).map(([name, text]) => {
    redactor.add(text, 'gateway-header');
    return [name, text];
  });
}
