import { judgeRecording } from '../../judges/recorded/judge-recording.ts';
import { type RecordedLine, readRecording } from '../../judges/recorded/reading/read-recording.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import type { Profile } from '../../profiles/profile.ts';
import { recordedText } from './recording.ts';

const lines = recordedText
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedLine);

/** All lines of the recording as they stand in the file. */
export function recordedLines(): RecordedLine[] {
  return structuredClone(lines);
}

/** The line of that name; a copy. */
export function recorded(name: string): RecordedLine {
  const found = lines.find((line) => line.name === name);
  if (found === undefined)
    throw new Error(`The recording has no record ${name}; give the name of one that it has.`);
  return structuredClone(found);
}

export type Change = {
  request?: Partial<RecordedLine['request']>;
  response?: Partial<RecordedLine['response']> | null;
};

/** A record of the recording under its own or another name, with other bytes. */
export function changed(name: string, { request, response }: Change, newName = name): RecordedLine {
  const line = recorded(name);
  return {
    ...line,
    name: newName,
    request: withLength({ ...line.request, ...request }),
    response: response === null ? null : { ...line.response, ...response },
  };
}

/** Another body has another length; a header that the change itself gives stays. */
function withLength(request: RecordedLine['request']): RecordedLine['request'] {
  const length = String(Buffer.byteLength(request.body ?? ''));
  const headers = request.headers.map(([name, value]): readonly [string, string] =>
    name === 'Content-Length' && /^\d+$/.test(value) ? [name, length] : [name, value],
  );
  return { ...request, headers };
}

/** What a server answers that refuses with the error object, and one that refuses with a text. */
export const refusedWithObject: NonNullable<Change['response']> = {
  status: 400,
  reason: 'Bad Request',
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({ code: 'INVALID_ARGUMENT', cause: 'it is wrong', context: {}, errorCategory: 8 }),
};
export const refusedWithText: NonNullable<Change['response']> = {
  status: 400,
  reason: 'Bad Request',
  headers: [['Content-Type', 'text/plain']],
  body: 'it is wrong',
};

/** `name requirement` of every finding in a recording of these lines. */
export function findingsIn(
  made: readonly RecordedLine[],
  profile: Profile = loadProfile('document'),
): string[] {
  const { judged, together } = judgedLines(made, profile);
  return [
    ...judged.flatMap(({ name, judgement }) =>
      judgement.findings.map(({ requirement }) => `${name} ${requirement}`),
    ),
    ...together.findings.map(({ requirement }) => `together ${requirement}`),
  ];
}

/** Judges a recording of these lines under the `document` profile, or another one. */
export function judgedLines(made: readonly RecordedLine[], profile: Profile = loadProfile('document')) {
  return judgeRecording(readRecording(made.map((line) => JSON.stringify(line)).join('\n')), profile);
}

/**
 * Findings of a generate-topology request with another body, answered as `response` says (its own success where that is
 * empty), beside one that succeeds. The request is called `made`.
 */
export function generate(
  body: unknown,
  response: NonNullable<Change['response']>,
  headers = recorded('gen.ok.minimal').request.headers,
): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const made = changed('gen.ok.minimal', { request: { body: text, headers }, response }, 'made');
  return findingsIn([recorded('gen.ok.minimal'), made]);
}
