import type { Call } from '../call.ts';
import { withStatus } from '../faults/altered-draft.ts';
import { changeStage } from '../faults/change-stage.ts';
import type { Change } from '../faults/fault.ts';
import { changeAnswers, changeEncoded, together } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, type VariantRow, variantsOf } from './variant-row.ts';

/** Answers say the time by the clock of the server, which may not be that of the machine. */
const ownDate: Change = changeEncoded((answer, { ledger }) => ({
  ...answer,
  headers: { ...answer.headers, Date: new Date(ledger.now()).toUTCString() },
}));

const thisSecond = new WeakSet<Call>();

/** Not a second of leeway: what was issued in the next one is rejected, and what ends in this one with 403. */
const noLeeway: Change = together(
  changeStage('verifyCredential', (verify, { fire }) => async (token, call) => {
    const now = Math.floor(call.ledger.now() / 1_000);
    const claims = await verify(token, call);
    if (claims === undefined) {
      if (timeIn(token, 'exp') === now) thisSecond.add(call);
      return undefined;
    }
    fire();
    return timeIn(token, 'iat') > now || timeIn(token, 'nbf') > now ? undefined : claims;
  }),
  changeAnswers((draft, call, refusal) => (refusal?.code === 'UNAUTHENTICATED' && thisSecond.has(call) ? withStatus(draft, 403) : undefined)),
);

const times = { exp: /"exp":(\d+)/, iat: /"iat":(\d+)/, nbf: /"nbf":(\d+)/ };

/** The time in a claim, in seconds since 1970; not a number without it. */
function timeIn(token: string, claim: keyof typeof times): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return Number(times[claim].exec(payload)?.[1] ?? Number.NaN);
}

/** No time at all, as RFC 9110 section 6.6.1 allows to a server without a clock. */
const withoutDate: Change = changeStage('deliver', (deliver, { fire }) => (answer, response, call) => {
  fire();
  response.sendDate = false;
  return deliver(answer, response, call);
});

function clockAhead(seconds: number): VariantRow {
  const direction = seconds > 0 ? 'ahead' : 'behind';
  return {
    title: `The clock of the server is ${Math.abs(seconds)} seconds ${direction}, and it allows for no difference.`,
    serving: { clockAhead: seconds },
    apply: together(ownDate, noLeeway),
  };
}

/** Clocks that differ from that of the machine, and servers that do not say the time (ruling 41). */
export const clockVariants = variantsOf(everyOperation, readings.clocks, {
  'no-leeway': {
    title: 'A token is rejected from the second in which it expires, and before that in which it was issued.',
    quote: readings.leeway,
    apply: noLeeway,
  },
  'clock-60-seconds-ahead': clockAhead(60),
  'clock-60-seconds-behind': clockAhead(-60),
  'clock-290-seconds-ahead': clockAhead(290),
  'clock-290-seconds-behind': clockAhead(-290),
  'no-date': {
    title: 'Answers have no Date.',
    quote: readings.http,
    apply: withoutDate,
  },
});
