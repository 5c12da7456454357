import { findSecret } from '../../certificate/secrets.ts';
import { fromStored, toStored } from '../../journal/stored-exchange.ts';
import { readJson, shown } from '../../json/read-json.ts';
import { syntaxErrorAt } from '../../json/scan-json.ts';
import { answersAsItself, responseText } from '../../judges/answers/answers-as-itself.ts';
import { surveyJson } from '../../judges/recorded/reading/body-text.ts';
import { bodyWindow } from '../../reports/formats/body-window.ts';
import { xmlElement, xmlText } from '../../reports/formats/junit.ts';
import {
  markdownCode,
  plainLine,
  plainText,
  visibleText,
  withBlanks,
  withNames,
} from '../../reports/formats/plain-text.ts';
import { jsonLines } from '../../reports/html/json-lines.ts';
import { indented } from '../../reports/terminal/lines.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { isJsonMedia, mediaType } from '../../wire/media-type.ts';
import { createRedactor } from '../../wire/redact.ts';
import { answered, caseOf, error, judge } from '../judges/records.ts';
import { curlCommand } from '../reports/curl-command.ts';

const redactor = createRedactor(Buffer.alloc(32, 1));
for (const kind of ['token', 'token-signature', 'token-secret', 'gateway-header'])
  redactor.add(`${kind}eyJhbGciOiJIUzI1NiJ9aaaaaaaaaaaaaaaaaaaaaaaa0Z`, kind);

const wrong = { wrong: { kind: 'type', pointer: '/partyHint', keyword: 'type', name: 'a number' } };

function exchangeOf(text: string): Exchange {
  const body = Buffer.from(text);
  const request = { method: 'GET', target: `/?x=${text}`, headers: [['X', text]] as const, body };
  const answer = { status: 400, reason: text, headers: [['Content-Type', text]] as const, body };
  return { id: 'a', request, answer, ms: 1 };
}

/** What reads the words of a target, each as a function of one text. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'the redactor, of a body and headers': (text) => redactor.outcome(exchangeOf(text)),
  'the redactor, of a text': (text) => redactor.text(text),
  'the reader of JSON': (text) => readJson(Buffer.from(text)),
  'the search for a syntax error': (text) => syntaxErrorAt(text),
  'the survey of recorded JSON': (text) => ('value' in readJson(Buffer.from(text)) ? surveyJson(text) : 0),
  'a value in a message': (text) => shown(text),
  'the media type': (text) => isJsonMedia(mediaType(exchangeOf(text).answer ?? answered(200, null))),
  'the journal': (text) => fromStored(toStored(exchangeOf(text))),
  'the judge of a refusal in text': (text) =>
    judge(
      caseOf('generate-topology', 'GT-REQ-PARTYHINT', [{ answer: answered(400, 'text/plain', text) }], wrong),
    ),
  'the judge of an error object': (text) =>
    judge(
      caseOf('list-users', 'AUTH-REQUIRED', [{ answer: error(401, { cause: text, context: { a: text } }) }]),
    ),
  'the judge of a listing': (text) => {
    const body = JSON.stringify({ users: [{ id: text }], nextPageToken: text });
    return judge(caseOf('list-users', 'LU-SUCCESS', [{ answer: answered(200, 'application/json', body) }]));
  },
  'the judge of a broken listing': (text) =>
    judge(caseOf('list-users', 'LU-SUCCESS', [{ answer: answered(200, 'application/json', text) }])),
  'the judge of a topology': (text) => {
    const body = JSON.stringify({
      partyId: text,
      publicKeyFingerprint: text,
      topologyTransactions: [text],
      multiHash: text,
    });
    return judge(
      caseOf('generate-topology', 'GT-SUCCESS', [{ answer: answered(200, 'application/json', body) }]),
    );
  },
  'the judge of a media type': (text) =>
    judge(caseOf('list-users', 'LU-SUCCESS', [{ answer: answered(200, text, '{}') }])),
  'the preflight': (text) => answersAsItself('list-users', exchangeOf(text)),
  'the preflight, of a page': (text) => responseText(exchangeOf(text)),
  'the search for secrets in a bundle': (text) => findSecret(Buffer.from(text)),
  'plain text': (text) => plainText(text),
  'a plain line': (text) => plainLine(text),
  'names of characters': (text) => withNames(text),
  'marked blanks': (text) => withBlanks(text),
  XML: (text) => xmlElement('a', { b: text }, [xmlText(text)]),
  Markdown: (text) => markdownCode(text, Number.POSITIVE_INFINITY),
  curl: (text) => curlCommand(exchangeOf(text), 'http://host'),
  'the window of a body': (text) => bodyWindow(Buffer.from(text), '/a/0', 300),
  'the window of a JSON body': (text) => bodyWindow(Buffer.from(JSON.stringify({ a: text })), '/a', 300),
  'lines of a terminal': (text) => indented(text, 2),
  'visible text of the page': (text) => visibleText(text),
  'JSON of the page': (text) => jsonLines(text, new Map([['/0', 'm']]), { value: 100, unmarked: 1e9 }),
  'a string in JSON of the page': (text) =>
    jsonLines(JSON.stringify([text]), new Map(), { value: 100, unmarked: 1e9 }),
};
