import type { Sink } from '../../journal/judgement.ts';
import { shown } from '../../json/read-json.ts';
import { type Answer, bodyOf, headerValue } from '../../wire/exchange.ts';
import { markStart } from '../../wire/secrets.ts';
import { named } from './answer-kind.ts';
import type { Origin } from './fields.ts';

/** Lines of stack traces of common runtimes. Repetitions are limited, because text of megabytes overflows others. */
const traceLine =
  /(?:^|\n|\\n)(?:[^\S\n]|\\t){0,100}at [\w$.<>/]{1,120} ?\(|Traceback \(most recent call last\)|goroutine \d+ \[|panicked at /;

/** Absolute paths, as far as their first 500 characters. */
const paths = /\/(?:home|usr|var|opt|srv|app|root|src)\/([\w./-]{1,500})|[A-Z]:\\([\w .\\-]{1,500})/g;

/** The end of a source file's name. */
const sourceFile = /.\.(?:js|ts|mjs|java|scala|kt|py|rb|go|rs|cs|php)\b/;

/** What a failure says about the inside of the server; undefined if nothing was found. */
function leakIn(text: string): string | undefined {
  if (text.includes(markStart)) return 'a credential';
  if (traceLine.test(text)) return 'a stack trace';
  // In two steps: one pattern for both would look for the end of the name from each part of a path again.
  for (const [, unix, windows] of text.matchAll(paths))
    if (sourceFile.test(unix ?? windows ?? '')) return 'a file path';
  return undefined;
}

/** Ruling 24: reports bad practice in failures. `merelyWrong`: the request is invalid, and nothing else is wrong. */
export function judgeSoundPractice(
  sink: Sink,
  { operation, exchange }: Origin,
  answer: Answer,
  merelyWrong: boolean,
): void {
  const of = { operation, exchanges: [exchange] };
  if (merelyWrong) {
    sink.judged('ERR-NO-5XX');
    if (answer.status >= 500) {
      const [parameters, actual] = [{ status: answer.status }, named(answer)];
      sink.finding({ ...of, requirement: 'ERR-NO-5XX', kind: 'server-error', parameters, actual });
    }
  }
  sink.judged('ERR-NO-LEAK');
  const text = bodyOf(answer).toString('utf8');
  const what = leakIn(text);
  if (what !== undefined) {
    const [parameters, actual] = [{ what }, shown(text)];
    sink.finding({ ...of, requirement: 'ERR-NO-LEAK', kind: 'failure-leaks', parameters, actual });
  }
  if (answer.status === 401) {
    sink.judged('AUTH-WWW-AUTHENTICATE');
    if (headerValue(answer.headers, 'www-authenticate') === undefined) {
      const [requirement, actual] = ['AUTH-WWW-AUTHENTICATE', named(answer)];
      sink.finding({ ...of, requirement, kind: 'www-authenticate-missing', actual });
    }
  }
}
