import {
  type CheckParts,
  type OpenCase,
  onLines,
  type Run,
  type Steps,
  sideBySide,
  until,
} from '../../engine/check.ts';
import type { Lenient } from '../../engine/credentials.ts';
import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import type { CaseKind } from '../../journal/case-text.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import type { Line } from '../../wire/connections.ts';
import {
  type Header,
  type LenientRole,
  present,
  type Scheme,
  type TokenRole,
} from '../../wire/credential.ts';
import { type MakeValid, rememberAccepted, sizedRejection, type ValidRequest } from './requests.ts';
import { fewAtQuick } from './rounds.ts';
import { sharedControl } from './shared-control.ts';

/** A valid credential: the scheme to send it under, or the headers if it is spelled in some other way. */
export interface SchemeCase extends CaseKind, OnConnection {
  readonly credential: readonly Header[] | Scheme;
}

/** A case whose request is sent between others on the same connection. */
export interface OnConnection {
  /** Sends the others; `send` sends the request of the case. */
  readonly around?: (send: (line: Line) => Steps) => Steps;
  /** The last part of the id of the case, if its place among others depends on answers. */
  readonly number?: string;
}

/** Sends valid requests of an operation with the given credentials. */
export type ConductSchemes = (run: Run, cases: readonly SchemeCase[]) => Steps;

const wrongAgain = requirementForKind('wrong-again');

/** What came before on the connection is the subject of these checks. */
const common = { isUndrawn: true, over: ['scheme'] } as const;

/** A credential to send among valid ones: one to reject, or another user's valid one. */
interface Other extends CaseKind {
  readonly credential: string;
  /** Undefined if none is sent. */
  readonly token?: TokenRole;
  readonly isObserved?: true;
}

/** Which altered credential of each kind is sent: the first whose detail begins like this. */
const alteredSent: Readonly<Record<string, string>> = {
  'signature-altered': 'last-byte-changed',
  'payload-changed': 'sub-changed',
  'other-secret': '',
  'alg-none': 'none',
  'not-a-jwt': 'word',
};

function othersFor(run: Run): readonly Other[] {
  const { credentials } = run;
  const { expired } = credentials;
  const all = credentials.altered();
  const wrong = Object.entries(alteredSent).flatMap(([kind, start]) =>
    all.filter((each) => each.kind === kind && each.detail.startsWith(start)).slice(0, 1),
  );
  return [
    // First, so that it also comes on a connection before any valid one.
    ...inOtherCase(run),
    { kind: 'no-credential', credential: 'none' },
    ...wrong.map((each) => ({
      ...each,
      credential: each.kind,
      token: { token: 'altered', ...each } as const,
    })),
    ...(expired === undefined ? [] : [{ kind: 'expired', credential: 'expired', token: expired }]),
    ...ofSomebodyElse(credentials),
  ];
}

/** The accepted token with letters in other case: a cache of headers that ignores their case takes one for the other. */
function inOtherCase({ credentials, seedAt }: Run): readonly Other[] {
  const leniency = leniencyOf('token-in-other-case');
  const all = leniency === undefined ? [] : credentials.lenient([leniency]);
  const chosen = all[Math.abs(seedAt(0)) % Math.max(1, all.length)];
  if (leniency === undefined || chosen === undefined) return [];
  return [{ kind: leniency.id, credential: leniency.keyword, token: roleOf(chosen) }];
}

/** A token of another subject, whose acceptance is observed, and the same one with an altered signature. */
function ofSomebodyElse(credentials: Run['credentials']): readonly Other[] {
  const leniency = leniencyOf('other-subject');
  const [theirs] = leniency === undefined ? [] : credentials.lenient([leniency]);
  if (leniency === undefined || theirs === undefined) return [];
  const token = roleOf(theirs);
  const wrong = credentials.altered().find((each) => each.kind === 'signature-altered');
  const credential = 'signature-altered';
  return [
    { kind: leniency.id, credential: leniency.keyword, token, isObserved: true },
    ...(wrong === undefined
      ? []
      : [
          {
            kind: credential,
            detail: 'of-another-subject',
            credential,
            token: { token: 'altered', ...wrong, of: token } as const,
          },
        ]),
  ];
}

function roleOf({ leniency, detail }: Lenient): LenientRole {
  return { token: 'lenient', leniency: leniency.id, detail };
}

/** The schemes in turn, as far as the target accepts them. */
function schemeAt({ facts }: Run, index: number): Scheme {
  if (facts.apiKeyForm === null) return 'bearer';
  return index % 2 === 0 && facts.bearerWorks ? 'bearer' : 'api-key';
}

function headersOf({ facts }: Run, { token }: Other, scheme: Scheme): readonly Header[] {
  return token === undefined ? [] : present(scheme, token, facts.apiKeyForm ?? 'jwt.token.');
}

/** What the requests of a check have in common. */
interface Sending {
  readonly run: Run;
  readonly valid: MakeValid;
}

/** Where a credential is sent: its connection, the scheme, and the requirement and number of its case. */
interface Place {
  readonly line: Line;
  readonly scheme: Scheme;
  readonly as: string;
  readonly number: string;
  /** Its place among the requests of the check, which decides on the size and framing of its body. */
  readonly place: number;
  /** Sends the valid request that is the control of a rejection, or includes one. */
  readonly control: (open: OpenCase) => Steps;
}

function* sendOther({ run, valid }: Sending, other: Other, place: Place): Steps {
  const { line, scheme, as, number, control } = place;
  const { token: _token, isObserved: _isObserved, ...kind } = other;
  const { request, facts, index } = firstBody(run, valid, 0);
  const draft = {
    ...kind,
    context: [...(other.token === undefined ? [] : [scheme]), 'on-one-connection'],
    number,
    as,
    facts,
  };
  yield* run.open(draft, function* (open) {
    yield* control(open);
    const headers = headersOf(run, other, scheme);
    const sized = sizedRejection(request, place.place);
    const { answer } = yield* open.send('probe', { ...sized, connection: line, credential: headers });
    rememberAccepted(run, index, answer);
  });
}

/** A valid request with the first body, which an earlier check has used, and another submissionId for each `index`. */
function firstBody(run: Run, valid: MakeValid, index: number): ValidRequest {
  return valid(run, index * Math.max(1, run.bodies.bodies.length));
}

/** Ruling 33: a credential that must be rejected still is behind a valid one on the same connection. */
export function staysWrong(valid: MakeValid): CheckParts {
  return {
    ...common,
    *cases(run) {
      const wrong = othersFor(run).filter(({ isObserved }) => isObserved !== true);
      const others = fewAtQuick(run, wrong);
      yield* onLines(run.effort === 'quick' ? 1 : 2, function* (lines) {
        yield* sideBySide(lines.map((line, pass) => conductWrong({ run, valid }, others, { line, pass })));
      });
    },
  };
}

/** Ruling 33: a valid credential is accepted on a connection that carried a wrong one, or another user's, before. */
export function staysValid(valid: MakeValid, conduct: ConductSchemes): CheckParts {
  return {
    ...common,
    *cases(run) {
      const others = fewAtQuick(run, othersFor(run));
      yield* onLines(run.rounds(others.length), (lines) =>
        conduct(
          run,
          lines.flatMap((line, round) => validAmong({ run, valid }, others, line, round)),
        ),
      );
    },
  };
}

/** Sends each wrong credential behind a valid request, all on one connection; the second pass takes the other scheme. */
function* conductWrong(
  sending: Sending,
  others: readonly Other[],
  { line, pass }: { readonly line: Line; readonly pass: number },
): Steps {
  const { run, valid } = sending;
  for (const [place, other] of others.entries()) {
    const index = pass * others.length + place;
    const { request, index: body } = firstBody(run, valid, index + 1);
    const control = function* (open: OpenCase): Steps<void> {
      const { answer } = yield* open.send('control', { ...request, connection: line });
      rememberAccepted(run, body, answer);
    };
    const scheme = schemeAt(run, place + pass);
    yield* sendOther(sending, other, {
      line,
      scheme,
      as: wrongAgain,
      number: `${index + 1}`,
      place: index,
      control,
    });
  }
}

/** Valid requests on one connection, each behind another credential; that one follows the valid request before. */
function validAmong(
  sending: Sending,
  others: readonly Other[],
  line: Line,
  round: number,
): readonly SchemeCase[] {
  const { run, valid } = sending;
  const { request, index: body } = firstBody(run, valid, 1);
  // A configured execute body succeeds in other cases, which are the control for all (ruling 14).
  const control = body === undefined ? sharedControl(request) : noControl;
  let sentBefore = 0;
  return others.map((other, index) => ({
    kind: 'valid-behind',
    detail: other.kind,
    number: `${round + 1}-${index + 1}-valid`,
    credential: schemeAt(run, round + (index >> 1)),
    *around(send) {
      const isAlone = index === 0 || other.isObserved === true;
      const as = isAlone ? requirementForKind(other.credential) : wrongAgain;
      const number = `${round + 1}-${index + 1}`;
      const place = round + index;
      const where = { line, scheme: schemeAt(run, place), as, number, place, control };
      yield* until(() => sentBefore === index);
      try {
        yield* sendOther(sending, other, where);
        yield* send(line);
      } finally {
        sentBefore += 1;
      }
    },
  }));
}

function* noControl(): Steps {}
