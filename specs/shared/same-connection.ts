import {
  type Case,
  type CheckParts,
  onLines,
  type Run,
  type Steps,
  sideBySide,
  until,
} from '../../engine/check.ts';
import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import type { Line } from '../../wire/connections.ts';
import type { LenientRole, Scheme, TokenRole } from '../../wire/credential.ts';
import { fewAtQuick, inContext, laidOver, type MakeValid, sizedRejection, type Valid } from './cases.ts';
import { type CredentialKind, lenientToken, noCredential, withToken } from './wrong-credentials.ts';

/** A valid case that may be sent between others on the same connection. */
export interface Among extends Case {
  /** Sends the others; `send` sends the request of the case. */
  readonly around?: (send: (line: Line) => Steps<unknown>) => Steps<unknown>;
}

/** Sends valid requests of an operation, with the credentials that these cases say. */
export type SendAmong = (run: Run, cases: readonly Among[]) => Steps;

const wrongAgain = requirementForKind('wrong-again');

/** What came before on the connection is the subject of these checks. */
const common = { isUndrawn: true, over: ['scheme'] } as const;

/** A credential to send among valid ones: one to reject, or another user's valid one. */
interface Other extends CredentialKind {
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
    ...ofAnotherSubject(run),
  ];
}

/** What a leniency makes of the accepted token. */
function lenientOthers({ credentials }: Run, id: string): (Other & { readonly token: LenientRole })[] {
  const leniency = leniencyOf(id);
  return (leniency === undefined ? [] : credentials.lenient([leniency])).map((each) => ({
    kind: each.leniency.id,
    credential: each.leniency.keyword,
    token: lenientToken(each),
  }));
}

/** The accepted token with letters in other case: a cache of headers that ignores their case takes one for the other. */
function inOtherCase(run: Run): readonly Other[] {
  const all = lenientOthers(run, 'token-in-other-case');
  const chosen = Math.abs(run.seedAt(0)) % Math.max(1, all.length);
  return all.slice(chosen, chosen + 1);
}

/** A token of another subject, whose acceptance is observed, and the same one with an altered signature. */
function ofAnotherSubject(run: Run): readonly Other[] {
  const [theirs] = lenientOthers(run, 'other-subject');
  if (theirs === undefined) return [];
  const kind = 'signature-altered';
  const altered = run.credentials.altered().filter((each) => each.kind === kind);
  return [
    { ...theirs, isObserved: true },
    ...altered.slice(0, 1).map((each) => ({
      kind,
      detail: 'of-another-subject',
      credential: kind,
      token: { token: 'altered', ...each, of: theirs.token } as const,
    })),
  ];
}

/** The schemes in turn, as far as the target accepts them. */
function schemeAt({ facts }: Run, index: number): Scheme {
  if (facts.apiKeyForm === null) return 'bearer';
  return index % 2 === 0 && facts.bearerWorks ? 'bearer' : 'api-key';
}

/** Where a credential is sent: on a connection, under a scheme. */
interface Place {
  readonly line: Line;
  readonly scheme: Scheme;
  /** Its place among the requests of the check, which decides on the size and framing of its body. */
  readonly at: number;
}

/** The case of such a credential, with the first body. */
function caseOf(run: Run, valid: MakeValid, other: Other, { line, scheme, at }: Place): Case {
  const { token, isObserved: _isObserved, ...kind } = other;
  const wrong = token === undefined ? noCredential : withToken(run, kind, token, scheme);
  const { request, ...known } = firstBody(run, valid, 0);
  const sized = { ...sizedRejection(request, at), connection: line };
  return inContext(laidOver({ ...known, request: sized }, wrong), 'on-one-connection');
}

/** A valid request with the first body, which an earlier check has used, and another submissionId for each `index`. */
function firstBody(run: Run, valid: MakeValid, index: number): Valid {
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
        yield* sideBySide(lines.map((line, pass) => sendWrong(run, valid, others, { line, pass })));
      });
    },
  };
}

/** Sends each wrong credential behind a valid request, all on one connection; the second pass takes the other scheme. */
function* sendWrong(
  run: Run,
  valid: MakeValid,
  others: readonly Other[],
  { line, pass }: { readonly line: Line; readonly pass: number },
): Steps {
  for (const [place, other] of others.entries()) {
    const at = pass * others.length + place;
    const { request } = firstBody(run, valid, at + 1);
    yield* run.send({
      ...caseOf(run, valid, other, { line, scheme: schemeAt(run, place + pass), at }),
      as: wrongAgain,
      number: `${at + 1}`,
      control: { ...request, connection: line },
    });
  }
}

/** Ruling 33: a valid credential is accepted on a connection that carried a wrong one, or another user's, before. */
export function staysValid(valid: MakeValid, send: SendAmong): CheckParts {
  return {
    ...common,
    *cases(run) {
      const others = fewAtQuick(run, othersFor(run));
      yield* onLines(run.rounds(others.length), (lines) =>
        send(
          run,
          lines.flatMap((line, round) => validAmong(run, valid, others, { line, round })),
        ),
      );
    },
  };
}

/** Valid requests on one connection, each behind another credential; that one follows the valid request before. */
function validAmong(
  run: Run,
  valid: MakeValid,
  others: readonly Other[],
  { line, round }: { readonly line: Line; readonly round: number },
): Among[] {
  const { request, bodyIndex } = firstBody(run, valid, 1);
  // A configured execute body succeeds in other cases, which are the control for all (ruling 14).
  const control = bodyIndex === undefined ? request : undefined;
  let sentBefore = 0;
  return others.map((other, index) => ({
    kind: 'valid-behind',
    detail: other.kind,
    number: `${round + 1}-${index + 1}-valid`,
    request: { credential: schemeAt(run, round + (index >> 1)) },
    *around(send) {
      const isAlone = index === 0 || other.isObserved === true;
      const at = round + index;
      yield* until(() => sentBefore === index);
      try {
        yield* run.send({
          ...caseOf(run, valid, other, { line, scheme: schemeAt(run, at), at }),
          as: isAlone ? requirementForKind(other.credential) : wrongAgain,
          number: `${round + 1}-${index + 1}`,
          control,
        });
        yield* send(line);
      } finally {
        sentBefore += 1;
      }
    },
  }));
}
