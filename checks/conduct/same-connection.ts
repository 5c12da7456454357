import { leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { claimantOfKind } from '../../requirements/claims.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { CaseBuilder } from '../../session/case-builder.ts';
import type { CaseKind } from '../../session/case-text.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor, Lenient } from '../../session/conductor.ts';
import type { Line } from '../../wire/connections.ts';
import {
  type Header,
  type LenientRole,
  present,
  type Scheme,
  type TokenRole,
} from '../../wire/credential.ts';
import { createCheck } from './check.ts';
import { fewAtQuick } from './few-at-quick.ts';
import { rememberAccepted } from './remember-accepted.ts';
import { sharedControl } from './shared-control.ts';
import type { MakeValid, ValidRequest } from './valid-request.ts';

/** A valid credential: the scheme to send it under, or the headers if it is spelled in some other way. */
export interface SchemeCase extends CaseKind, OnConnection {
  readonly credential: readonly Header[] | Scheme;
}

/** A case whose request is sent between others on the same connection. */
export interface OnConnection {
  /** Sends the others; `send` sends the request of the case. */
  readonly around?: (send: (line: Line) => Promise<void>) => Promise<void>;
  /** The last part of the id of the case, if its place among others depends on answers. */
  readonly number?: string;
}

/** Sends valid requests of an operation with the given credentials. */
export type ConductSchemes = (conductor: Conductor, cases: readonly SchemeCase[]) => Promise<void>;

const staysWrong = claimantOfKind('wrong-again');
const staysValid = claimantOfKind('valid-again');

/** A credential to send among valid ones: one to reject, or a valid one of somebody else. */
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

function othersFor(conductor: Conductor): readonly Other[] {
  const { credentials } = conductor;
  const { expired } = credentials;
  const all = credentials.altered();
  const wrong = Object.entries(alteredSent).flatMap(([kind, start]) =>
    all.filter((each) => each.kind === kind && each.detail.startsWith(start)).slice(0, 1),
  );
  return [
    // First, so that it also comes on a connection before any valid one.
    ...inOtherCase(conductor),
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
function inOtherCase({ credentials, seedAt }: Conductor): readonly Other[] {
  const leniency = leniencyOf('token-in-other-case');
  const all = leniency === undefined ? [] : credentials.lenient([leniency]);
  const chosen = all[Math.abs(seedAt(0)) % Math.max(1, all.length)];
  if (leniency === undefined || chosen === undefined) return [];
  return [{ kind: leniency.id, credential: leniency.keyword, token: roleOf(chosen) }];
}

/** A token of another subject, whose acceptance is observed, and the same one with an altered signature. */
function ofSomebodyElse(credentials: Conductor['credentials']): readonly Other[] {
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
function schemeAt({ facts }: Conductor, index: number): Scheme {
  if (facts.apiKeyForm === null) return 'bearer';
  return index % 2 === 0 && facts.bearerWorks ? 'bearer' : 'api-key';
}

function headersOf({ facts }: Conductor, { token }: Other, scheme: Scheme): readonly Header[] {
  return token === undefined ? [] : present(scheme, token, facts.apiKeyForm ?? 'jwt.token.');
}

/** What the requests of a check have in common. */
interface Sending {
  readonly conductor: Conductor;
  readonly valid: MakeValid;
}

/** Where a credential is sent: its connection, the scheme, and the requirement and number of its case. */
interface Place {
  readonly line: Line;
  readonly scheme: Scheme;
  readonly as: string;
  readonly number: string;
  /** Whether its body is sent in chunks, between others with a length. */
  readonly isChunked: boolean;
  /** Sends the valid request that is the control of a rejection, or includes one. */
  readonly control: (builder: CaseBuilder) => Promise<void>;
}

async function sendOther({ conductor, valid }: Sending, other: Other, place: Place): Promise<void> {
  const { line, scheme, as, number, isChunked, control } = place;
  const { token: _token, isObserved: _isObserved, ...kind } = other;
  const { request, facts, index } = firstBody(conductor, valid, 0);
  const draft = {
    ...kind,
    context: [...(other.token === undefined ? [] : [scheme]), 'on-one-connection'],
    number,
    as,
    facts,
  };
  await conductor.inCase(draft, async (builder) => {
    await control(builder);
    const headers = headersOf(conductor, other, scheme);
    const framed = isChunked ? { isChunked: true as const } : {};
    const { answer } = await builder.send('probe', { ...request, ...framed, connection: line }, headers);
    rememberAccepted(conductor, index, answer);
  });
}

/** A valid request with the first body, which an earlier check has used, and another submissionId for each `index`. */
function firstBody(conductor: Conductor, valid: MakeValid, index: number): ValidRequest {
  return valid(conductor, index * Math.max(1, conductor.bodies.bodies.length));
}

/** Ruling 33: what was sent before on the same connection, or by somebody else, changes nothing. */
export function sameConnectionChecks(
  operation: Operation,
  conduct: ConductSchemes,
  valid: MakeValid,
): Check[] {
  const checks = [
    createCheck(operation, staysWrong, async (conductor) => {
      const wrong = othersFor(conductor).filter(({ isObserved }) => isObserved !== true);
      const others = fewAtQuick(conductor, wrong);
      await onLines(conductor, conductor.effort === 'quick' ? 1 : 2, async (lines) => {
        await Promise.all(
          lines.map((line, pass) => conductWrong({ conductor, valid }, others, { line, pass })),
        );
      });
    }),
    createCheck(operation, staysValid, async (conductor) => {
      const others = fewAtQuick(conductor, othersFor(conductor));
      await onLines(conductor, conductor.rounds(others.length), (lines) =>
        conduct(
          conductor,
          lines.flatMap((line, round) => validAmong({ conductor, valid }, others, line, round)),
        ),
      );
    }),
  ];
  return checks.map((each) => ({ ...each, isUndrawn: true, over: ['scheme'] }));
}

/** Sends each wrong credential behind a valid request, all on one connection; the second pass takes the other scheme. */
async function conductWrong(
  sending: Sending,
  others: readonly Other[],
  { line, pass }: { readonly line: Line; readonly pass: number },
): Promise<void> {
  const { conductor, valid } = sending;
  for (const [place, other] of others.entries()) {
    const index = pass * others.length + place;
    const { request, index: body } = firstBody(conductor, valid, index + 1);
    const control = async (builder: CaseBuilder): Promise<void> => {
      const { answer } = await builder.send('control', { ...request, connection: line });
      rememberAccepted(conductor, body, answer);
    };
    const scheme = schemeAt(conductor, place + pass);
    await sendOther(sending, other, {
      line,
      scheme,
      as: staysWrong,
      number: `${index + 1}`,
      isChunked: place % 2 === 1,
      control,
    });
  }
}

/** Lends several connections. */
async function onLines(
  conductor: Conductor,
  count: number,
  use: (lines: readonly Line[]) => Promise<void>,
  lines: readonly Line[] = [],
): Promise<void> {
  if (lines.length === count) return use(lines);
  await conductor.onLine((line) => onLines(conductor, count, use, [...lines, line]));
}

/** Valid requests on one connection, each behind another credential; that one follows the valid request before. */
function validAmong(
  sending: Sending,
  others: readonly Other[],
  line: Line,
  round: number,
): readonly SchemeCase[] {
  const { conductor, valid } = sending;
  const { request, index: body } = firstBody(conductor, valid, 1);
  // A configured execute body succeeds in other cases, which are the control for all (ruling 14).
  const control = body === undefined ? sharedControl(request) : async () => undefined;
  let earlier: Promise<void> = Promise.resolve();
  return others.map((other, index) => ({
    kind: 'valid-behind',
    detail: other.kind,
    number: `${round + 1}-${index + 1}-valid`,
    credential: schemeAt(conductor, round + (index >> 1)),
    around: (send) => {
      const isAlone = index === 0 || other.isObserved === true;
      const as = isAlone ? claimantOfKind(other.credential) : staysWrong;
      const number = `${round + 1}-${index + 1}`;
      const isChunked = (round + index) % 2 === 1;
      const place = { line, scheme: schemeAt(conductor, round + index), as, number, isChunked, control };
      const sent = earlier.then(() => sendOther(sending, other, place)).then(() => send(line));
      earlier = sent.catch(() => undefined);
      return sent;
    },
  }));
}
