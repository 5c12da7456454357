import type { Draft } from '../../answer.ts';
import { withJson, withMediaType, withStatus, withText } from '../altered-draft.ts';
import { changeFailure } from '../change-failure.ts';
import type { Fault } from '../fault.ts';
import { faultsOf } from '../fault-row.ts';
import { type PlaceName, places } from './places.ts';

type Alter = (draft: Draft) => Draft;

/** Bodies by the end of their ids: what is wrong with them, and where such failures occur. */
type Bodies = Readonly<Record<string, readonly [clause: string, alter: Alter, at: readonly PlaceName[]]>>;

function causeOf({ content }: Draft): string {
  return content.kind === 'json' ? JSON.stringify(content.value) : content.text;
}

/** Bodies with a JSON media type that are not a JSON object. */
const unreadable: Bodies = {
  'has-no-body': ['has no body', (draft) => withText(draft, ''), ['generateCredential', 'listCredential']],
  'is-a-sentence': ['is a sentence that is no JSON', (draft) => withText(draft, 'Unauthorized'), ['executeCredential']],
  'is-a-list': ['is an array of errors', (draft) => withJson(draft, [JSON.parse(causeOf(draft))]), ['executeStructural']],
  'is-a-json-string': ['is a JSON string', (draft) => withJson(draft, 'invalid'), ['generateSemantic', 'listStructural']],
  'is-null': ['is null', (draft) => withJson(draft, null), ['executeSemantic']],
  'is-encoded-twice': ['is a string that holds the JSON', (draft) => withJson(draft, causeOf(draft)), ['listCredential']],
  'is-cut': ['lacks its last character', (draft) => withText(draft, causeOf(draft).slice(0, -1)), ['executeStructural', 'generateCredential']],
  'is-two-objects': ['is two JSON objects', (draft) => withText(draft, causeOf(draft).repeat(2)), ['listStructural']],
  'has-trailing-comma': ['has a comma before its last brace', (draft) => withText(draft, causeOf(draft).replace(/\}$/, ',}')), ['executeSemantic']],
  'is-html-called-json': ['is HTML under a JSON media type', (draft) => withText(draft, '<html>Error</html>'), ['generateSemantic']],
};

/** Forms that no failure may have there. */
const otherForms: Bodies = {
  'is-text': [
    'is text/plain with status 400',
    (draft) => withMediaType(withStatus(withText(draft, 'Invalid request.'), 400), 'text/plain'),
    ['generateCredential', 'executeStructural', 'executeSemantic', 'executeCredential', 'listStructural', 'listCredential'],
  ],
  'is-text-with-its-status': [
    'is text/plain with another status than 400',
    (draft) => withMediaType(withStatus(withText(draft, 'Invalid request.'), 422), 'text/plain'),
    ['generateSemantic'],
  ],
  'is-html': [
    'is an HTML page',
    (draft) => withMediaType(withText(draft, '<html>Error</html>'), 'text/html'),
    ['generateSemantic', 'generateCredential', 'executeCredential', 'listStructural'],
  ],
  'has-no-media-type': [
    'is JSON without a Content-Type',
    (draft) => withMediaType(draft, undefined),
    ['generateSemantic', 'executeStructural', 'listCredential'],
  ],
  'is-json-called-text': ['is JSON under text/plain', (draft) => withMediaType(draft, 'text/plain'), ['executeStructural', 'listCredential']],
  'is-octets': ['is JSON under application/octet-stream', (draft) => withMediaType(draft, 'application/octet-stream'), ['executeSemantic', 'listStructural']],
  'is-bare-status': [
    'is a status without body and media type',
    (draft) => withMediaType(withText(draft, ''), undefined),
    ['executeCredential', 'listCredential'],
  ],
  'is-redirect': ['is a redirect to a sign-in page', redirect, ['generateCredential', 'executeCredential', 'listCredential']],
};

function redirect(draft: Draft): Draft {
  const page = withMediaType(withText(withStatus(draft, 302), ''), 'text/html');
  return { ...page, headers: { ...page.headers, Location: '/sign-in' } };
}

/** The requirement about the form of failures. */
const forms = {
  'generate-topology': 'GT-FAILURE-FORM',
  'execute-submission': 'EX-FAILURE-FORM',
  'list-users': 'LU-FAILURE-FORM',
} as const;

function faultsOfBodies(bodies: Bodies, requirement?: string): Fault[] {
  return Object.entries(bodies).flatMap(([id, [clause, alter, at]]) =>
    at.flatMap((name) => {
      const { operation, kind, request } = places[name];
      return faultsOf(operation, [
        {
          id: `${kind}-failure-${id}`,
          title: `The failure of ${request} ${clause}.`,
          requirements: [requirement ?? forms[operation]],
          apply: changeFailure(operation, kind, alter),
        },
      ]);
    }),
  );
}

/** Failures whose body is not the JSON error object, or not declared as JSON (rulings 2, 14, 16 and 22). */
export const errorBodyFaults: readonly Fault[] = [...faultsOfBodies(unreadable, 'ERR-OBJECT'), ...faultsOfBodies(otherForms)];
