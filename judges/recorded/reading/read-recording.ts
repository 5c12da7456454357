import { violationsOf } from '../../../json/ajv.ts';
import { UsageError } from '../../../settings/usage-error.ts';
import { readAnswer } from './read-answer.ts';
import { readBody } from './recorded-body.ts';
import type { RecordedExchange, Recording } from './recorded-exchange.ts';
import lineSchema from './recorded-line.schema.json' with { type: 'json' };
import type { RecordedLine } from './recorded-line.ts';

/**
 * Reads a recording: one JSON object per line; empty lines are ignored.
 * @throws UsageError that names the first line that is not an exchange.
 */
export function readRecording(text: string): Recording {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, index + 1)]));
}

function readLine(text: string, number: number): RecordedExchange {
  const line = parsed(text, number);
  const { name, op = '', group = '', ms, request, response } = line;
  const { bytes, sentBytes } = readBody(request);
  const { method, target, headers, version } = request;
  const { unreadable, ...answered } = readAnswer(response ?? {});
  return {
    name,
    op,
    group,
    version: version ?? 'HTTP/1.1',
    exchange: { id: name, request: { method, target, headers, body: bytes }, ...answered, ms: ms ?? 0 },
    sentBytes,
    unreadable,
  };
}

function parsed(text: string, number: number): RecordedLine {
  const value = parsedJson(text, number);
  const [wrong] = violationsOf(lineSchema, value);
  if (wrong === undefined) return value as RecordedLine;
  const place = wrong.instancePath === '' ? '' : ` at ${wrong.instancePath}`;
  throw new UsageError([
    `Line ${number} of the recording is not an exchange${place}: it ${wrong.message}. Correct it, or leave the line out.`,
  ]);
}

function parsedJson(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError([
      `Line ${number} of the recording is not JSON. Write each exchange as one line of JSON.`,
    ]);
  }
}
