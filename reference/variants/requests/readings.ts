/** Quotes from interface.md, and from the rulings, that leave open what variants differ in. */
export const readings = {
  anySuccess: 'Execute and list-users succeed with any 2xx that carries the documented',
  jsonInUtf8: 'UTF-16 or UTF-32 without a byte order mark. With a mark: observed',
  openObjects:
    'Objects are open: unknown fields in a response or in an error are never a breach; they are observed.',
  nullIsAbsent: '`null` in a response field that is not required counts as',
  emptyUsers: 'Absent `users` counts as an',
  endOfChain: 'empty page; absent, null or `""` `nextPageToken` ends the chain.',
  userFields: 'Which User fields are required or optional: not shown.',
  executeFields: 'Fields of the response: not shown.',
  jsonMedia:
    'A JSON body is one whose media type is `application/json` (any case, any parameters, or a `+json` suffix).',
  textMedia: '`text/plain` likewise in any case, with any parameters;',
  oneJsonValue:
    'Content-Type on a JSON body is a breach. Bytes that are not valid UTF-8 or not one JSON value are a breach.',
  partyIdForm: '`publicKeyFingerprint`. The delimiter and the order are observed.',
  fingerprintForm: 'keys give different ones. Its form is observed.',
  multiHash:
    '`multiHash` is bound to the transactions: answers with different `topologyTransactions` have different `multiHash`.',
  entryCount: 'the number of entries, and whether repeating a call gives the same bytes, are observed.',
  entryEncodings:
    'document names the wrapper but not its text encoding. So base64 and base64url (with or without padding) and hex are',
  entryUndecoded:
    'when some of them decode and none yields one; an entry that none of them decodes is observed. Which encoding it is,',
  entryWrapper:
    '`UntypedVersionedMessage` (field 1 `data` bytes, field 2 `version` int32) rests on the known wire format, as the',
  errorCatalogue:
    'The catalogue of code values, the mapping of error categories to HTTP statuses and the per-operation error conditions: not shown.',
  errorIntegers:
    'object with its four required fields, and the types of all fields (rule 4); int32 fields are integers in int32',
  clients:
    'up to 8 KiB of them; chunked or with a length, head and body in one write or several; on a fresh, a kept or an idle connection. None of these changes whether it succeeds, how its answer is formed, or who is let in. An',
  correlationId: '| correlationId | string | no |',
  resources: '| resources | array of pairs; each pair is an array of exactly 2 strings | no |',
  context: '| context | map of string to string | yes |',
  textString: 'then the response is status 400 with a text/plain string body.',
  textEmpty:
    'trace, file path or echoed credential in an error; `text/plain` of a 400 not empty; `WWW-Authenticate` on 401.',
  semanticForm:
    'with text/plain, or the JSON error object with 400 or any other failure status. Nothing else.',
  semanticOpen:
    'format) is never answered with 2xx. Whether an unusual hint (empty, long, other characters), an unknown `format` or',
  keySpecOpen: '`keySpec` name, or a key that does not fit its `keySpec` is refused: observed.',
  executeStatuses:
    'Status codes of the execute and list-users responses other than the success response and the default error response: not shown.',
  credentialStatus: 'token: refused on each operation under each',
  credentialObserved:
    'scheme, with the JSON error object. 401 and 403 are usual; the status is observed, a 2xx is a breach.',
  outsideSuccess:
    'Any failure other than the text/plain 400 of generate-topology: status outside 2xx, JSON media type, the error',
  observedInvalid:
    '*Observed*, with the form of a refusal still judged (rules 13, 14): `null` in an optional field; integral floats such as `2.0`; unknown',
  observedBytes:
    'or duplicate members; a byte order mark; lone surrogates; invalid UTF-8 inside a string; another Content-Type or none.',
  observedDigits:
    '`seconds` or `nanos` (a string of digits: observed); `partySignatures.signatures` missing, not an array, or empty; a',
  observedSubmissionId:
    '`[A-Za-z0-9._:\\-#/ ]`. *Observed*: an empty `submissionId` and one with `.`; absence of a field inside a signature',
  plainSubmissionId:
    'one-of variants. Positive cases send the configured body as it stands, with a fresh `submissionId` of',
  observedExecute:
    'entry ("not shown"); the same party twice; whether UNSPECIFIED or V3 works; whether `deduplicationPeriod` may be absent; other',
  observationOnlyAlone:
    '`otherConfirmingParticipantUids`. Refusing such a case is a breach, whatever the form. Without such uids, non-empty',
  targetState: "Whether a *particular* value fits the target's state is the target's business.",
  usedOnce:
    'A target may take each prepared transaction only once, or answer 409 while the first submission is in flight (the',
  submissionId: 'A different value is used for each retry of a submission with the same change id.',
  asynchronous:
    'Acceptance is asynchronous, so a 2xx is only a SHOULD breach in the `document` profile; the `canton-3.5` profile',
  keyEncodings: 'structure, explicit parameters, compressed points, Ed25519 points: observed.',
  badQuery:
    'List-users: how bad page sizes and bad page tokens are treated is observed (parameter names are not shown); but',
  fewerElements:
    'A page has at most the asked number of elements. It may have fewer, it may even be empty while a token follows.',
  order:
    'without a new user, or after ten pages per user plus 100. An empty page token is the same as none. Order is observed.',
  refusedSize: 'that the target refuses with a well-formed error is observed, and another is used.',
  thousands: 'With thousands of users the',
  parameterNames: 'Names, defaults and maximum of the query parameters: not shown.',
  token: '| nextPageToken | string | Token to obtain the next page. |',
  usersComeAndGo:
    'Where users come and go while the run lasts, the pagination verdict is inconclusive, not failed.',
  apiKeyForms: 'tried; one of them must work, the same one on all operations. Which, is observed.',
  schemeCase:
    '`Authorization: Bearer <JWT>` must work on each operation; other case of the scheme name is observed.',
  basic: 'carrying the same JWT should be refused (SHOULD).',
  claims: 'Claims, scopes and per-operation permissions of the token: not shown.',
  tokenLifetime: 'of TARGET_TOKEN (a target may refuse tokens that live long or have no `exp`).',
  clocks:
    "Valid is what is valid by the target's clock. The difference of the two clocks is taken from the `Date`",
  leeway:
    'Expired for less: observed, as clocks differ (RFC 7519 section 4.1.4). `nbf` in the future: observed.',
  tokenForm:
    'letter case anywhere in it, white space inside it: refused. Padding, a trailing dot, spare bits of the last character, `+` and `/` for `-` and `_`, more than one blank, a tab or nothing',
  otherBlanks:
    'between word and token, the word twice or missing, blanks behind it, another HMAC `alg` under the same secret, `exp` as a string, the token',
  decodesFirst: 'carry a valid body (a server that decodes first may otherwise answer its body error).',
  observedHttp:
    'This covers the three operations and their methods and paths. Observed, status and form: unknown paths and other',
  observedLimits:
    'HTTP; bodies above 64 KiB, targets above 2,000 characters, headers above 8 KiB (413, 414, 431, also a cut connection): limits are "not shown".',
  observedAccept:
    'methods; an Accept that excludes JSON or text/plain (406); repeated headers or query parameters; a body on GET; requests that are not valid',
  observedProtocols:
    'Observed besides what 23 names: `Expect` other than `100-continue`, transfer codings other than chunked, `Upgrade`, a real',
  ordinarySize: 'the form of its refusal is judged (13, 14).',
  repeated:
    '429, 502, 503, 504 with or without `Retry-After`, and connection errors are retried within bounds (after a 429 every',
  connectionError: 'that goes away is a warning with its rate.',
  awayForAMoment:
    'is away for a moment and comes back. A breach is an answer that ends early, never begins while the same target answers others of its kind, or hangs for one',
  limits: 'Rate limits, request size limits, maximum page size and token lifetime: not shown.',
  http: 'The service exposes an HTTP interface with JSON bodies, reachable at {base_url}.',
} as const;
