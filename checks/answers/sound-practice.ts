import type { Sink } from '../../journal/judgement.ts';
import { shown } from '../../json/read-json.ts';
import { type Answer, bodyOf, headerValue } from '../../wire/exchange.ts';
import { markStart } from '../../wire/secrets.ts';
import { named } from './answer-kind.ts';
import type { Origin } from './fields.ts';

/** Stack trace lines of common runtimes, and absolute paths of source files; each takes linear time. */
const leaks: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'a stack trace',
    /(?:^|\n|\\n)(?:[^\S\n]|\\t)*at [\w$.<>/]{1,120} ?\(|Traceback \(most recent call last\)|goroutine \d+ \[|panicked at /,
  ],
  [
    'a file path',
    /(?:\/(?:home|usr|var|opt|srv|app|root|src)\/[\w./-]{1,120}|[A-Z]:\\\\?[\w .\\-]{1,120})\.(?:js|ts|mjs|java|scala|kt|py|rb|go|rs|cs|php)\b/,
  ],
];

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
  const echoed = text.includes(markStart) ? 'a credential' : undefined;
  const what = echoed ?? leaks.find(([, pattern]) => pattern.test(text))?.[0];
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
