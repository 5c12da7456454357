import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { caseOf } from '../../engine/case-builder.ts';
import { type Check, type DrivenCase, requestAt } from '../../engine/check.ts';
import type { Conducting } from '../../engine/create-run.ts';
import { credentialsOf } from '../../engine/credentials.ts';
import { exchangesBefore, sentOn } from '../../engine/line-history.ts';
import { tokenTextsOf } from '../../engine/open-session.ts';
import { conductCheck } from '../../engine/run-check.ts';
import { runInputs } from '../../engine/run-inputs.ts';
import { type CaseLine, caseLine } from '../../journal/case-line.ts';
import type { Circumstance } from '../../journal/circumstances.ts';
import type { CheckLine } from '../../journal/journal-line.ts';
import type { Attempt } from '../../journal/record.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import { definitionOf } from '../../operations/operations.ts';
import { startReference } from '../../reference/start.ts';
import { checksAgain } from '../../reports/replay/conduct-again.ts';
import { driven, recordedIn, settingsOf } from '../../reports/replay/recorded-run.ts';
import { generatedRequest, type Recording } from '../../reports/replay/recorded-wire.ts';
import { createExecuteBodies } from '../../settings/execute-bodies.ts';
import { allChecks } from '../../specs/all.ts';
import { boundsFor } from '../../wire/bounds.ts';
import { headerPairs } from '../../wire/credential.ts';
import type { Answer, Exchange } from '../../wire/exchange.ts';
import { inItsStyle } from '../../wire/plan-request.ts';
import { error, json, text } from '../judges/records.ts';
import { inSession } from '../prove/in-session.ts';

let empty: RunJournal;

/** A run that was begun, and in which no check was conducted. */
beforeAll(async () => {
  const server = await startReference({});
  empty = await inSession(
    server,
    { settings: { CONFORMANCE_EFFORT: 'quick' } },
    async ({ session, access }) =>
      ({
        header: {
          type: 'run',
          schemaVersion: 2,
          suite: { name: 'ledger-conformance', version: '0' },
          document: { sha256: '' },
          profile: 'document',
          target: { kind: 'target', baseUrl: session.facts.baseUrl },
          run: { seed: 'drawn', nonce: 'drawn', effort: 'quick', shard: null, only: null },
          startedAt: new Date().toISOString(),
        },
        preflight: {
          type: 'preflight',
          facts: session.facts,
          inputs: await runInputs(access.target, access),
        },
        cases: [],
        checks: [],
        judgements: new Map(),
        exchanges: new Map(),
        problems: [],
      }) as unknown as RunJournal,
  ).finally(() => server.close());
});

/** What a target may answer, whatever it was asked: as documented, or not; undefined if nothing. */
const answers: readonly (Answer | undefined)[] = [
  json(200, {}),
  json(200, { users: [{ id: 'a' }, { id: 'b' }], nextPageToken: '' }),
  json(200, { users: [{ id: 'a' }], nextPageToken: 'next' }),
  json(200, {
    partyId: 'p::1',
    publicKeyFingerprint: '1',
    topologyTransactions: ['AA=='],
    multiHash: 'AA==',
  }),
  text(400, 'Invalid value'),
  error(400),
  error(401),
  error(409),
  error(500),
  undefined,
];

/** Which answers come, and in which order they arrive. */
interface Drawn {
  readonly answers: readonly number[];
  readonly order: readonly number[];
}

/** Conducts a check, with drawn answers, each of which comes as soon as it is its turn; nothing is repeated. */
async function conducted(check: Check, drawn: Drawn): Promise<RunJournal> {
  const run = recordedIn(empty) as Recording;
  const { redactor, tokens } = run;
  const tokenText = tokenTextsOf(tokens, redactor, empty.header.run);
  const bodies = createExecuteBodies(run.inputs.executeBodies);
  const known = definitionOf(check.operation).validControl === 'last' ? { known: bodies.known() } : {};
  const cases: CaseLine[] = [];
  const exchanges = new Map<string, Exchange>();
  const pending: (() => void)[] = [];
  let [asked, moments] = [0, 0];
  const moment = (): number => {
    moments += 1;
    return moments;
  };
  let turns = 0;
  const open: Conducting['open'] = (draft, origin): DrivenCase => {
    const attempts: Attempt[] = [];
    const circumstances: Circumstance[] = [];
    let ordinals = 0;
    const own = caseOf(
      { ...origin, bounds: boundsFor(1) },
      draft,
      { attempts, circumstances },
      async ({ purpose: as, request: sendable, style }) => {
        ordinals += 1;
        const ordinal = ordinals;
        const id = `${origin.id}#${ordinal}`;
        const { credential, ...made } = requestAt(sendable, ordinal);
        const request = style === undefined ? made : { ...made, style };
        if (as !== 'control' && as !== 'shrink' && origin.circumstance !== undefined)
          circumstances.push(origin.circumstance(inItsStyle(run.sender, id, request), credential));
        const headers = await headerPairs(
          typeof credential === 'object' ? credential : origin.validCredential(credential),
          tokenText,
        );
        const answer = answers[drawn.answers[asked % drawn.answers.length] ?? 0];
        asked += 1;
        const began = moment();
        await new Promise<void>((goOn) => pending.push(goOn));
        const failure = { kind: 'reset', message: 'The connection ended.' } as unknown as Exchange['failure'];
        const exchange: Exchange = {
          id,
          request: generatedRequest(run, id, origin.operation, { request, headers }),
          // As in a run, a valid token ends some time after it was sent.
          at: Date.parse(empty.header.startedAt),
          tokenEnds: tokens.endOf(headers),
          ms: 1,
          ...(answer === undefined ? { failure } : { answer }),
        };
        exchanges.set(id, exchange);
        const role = typeof as === 'string' ? { role: as } : { role: 'page' as const, page: as };
        // As in a run, of a body that differs each time it is sent nothing is remembered.
        const line = typeof sendable === 'object' ? sendable.connection : undefined;
        const behind = exchangesBefore(line);
        sentOn(line, id, 0);
        attempts.push({ ...role, ordinal, attempt: 1, moments: [began, moment()], behind, exchange });
        return exchange;
      },
    );
    return {
      ...own,
      include(role, exchange) {
        ordinals += 1;
        attempts.push({ role, ordinal: ordinals, attempt: 1, exchange });
      },
      async end() {
        if (attempts.length > 0) cases.push(caseLine(own.record()));
        return attempts.length > 0;
      },
    };
  };
  let isOver = false;
  const ended = conductCheck(driven, check, {
    settings: settingsOf(empty.header),
    facts: run.facts,
    credentials: credentialsOf(tokens, run.facts),
    bodies,
    idleLines: new Map(),
    open,
  }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise(setImmediate);
    const place = (drawn.order[turns % drawn.order.length] ?? 0) % Math.max(1, pending.length);
    turns += 1;
    pending.splice(place, 1)[0]?.();
  }
  const line = { type: 'check', requirement: check.requirement, operation: check.operation, ...known };
  const end: CheckLine = JSON.parse(JSON.stringify({ ...line, ...(await ended) }));
  return { ...empty, cases: JSON.parse(JSON.stringify(cases)), checks: [end], exchanges };
}

const drawnAnswers = fc.record({
  answers: fc.array(fc.nat({ max: answers.length - 1 }), { minLength: 1, maxLength: 12 }),
  order: fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 12 }),
});

test.each(allChecks.map((check) => [`${check.requirement} on ${check.operation}`, check] as const))(
  '%s sends the same again, whatever it was answered and in which order.',
  async (_, check) => {
    await fc.assert(
      fc.asyncProperty(drawnAnswers, async (drawn) => {
        const journal = await conducted(check, drawn);
        vi.spyOn(Date, 'now').mockImplementation(() => {
          throw new Error('What is generated again reads no clock.');
        });
        try {
          const differences = await checksAgain(recordedIn(journal) as Recording);
          expect(differences).toEqual([]);
        } finally {
          vi.restoreAllMocks();
        }
      }),
      { numRuns: 2, seed: 39 },
    );
  },
  600_000,
);
