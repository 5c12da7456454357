import { type Request, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import {
  type EncodedKey,
  exampleForm,
  type KeyForm,
  keyOfForm,
  keysAlike,
  negatedKeyOfForm,
  otherKeyForms,
} from '../../generators/key-forms.ts';
import { signingKey } from '../../generators/keys.ts';
import { seedOf, textFrom } from '../../generators/seeding.ts';
import { writtenOtherwise } from '../../generators/written-otherwise.ts';
import { fromStored } from '../../journal/stored-exchange.ts';
import { relationRequirements } from '../../judges/generate-topology/relations.ts';
import type { Scheme } from '../../wire/credential.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { fewAtQuick } from '../shared/cases.ts';
import { asRequest, drawnBody, hintAsSent, keyringOf } from './bodies.ts';
import { caseOfForm, keyAt, keysOfEachForm, type TakenForm, takenForms } from './keys.ts';

/** How many keys and hints are combined, and how many other parties are added. */
const sizes = { quick: { keys: 2, hints: 2, others: 1 }, standard: { keys: 3, hints: 3, others: 6 } };

function keyOf(run: Run, index: number): EncodedKey {
  return keyOfForm(exampleForm, 'related', ...keyringOf(run), index);
}

/**
 * Parties with the same key, the same hint, or the same everything except hosting, and unrelated ones: whichever part a
 * target wrongly ignores, two of these parties differ only in that part. The checks of relations take turns with what is
 * nearly the same, because answers are compared over the whole run; other checks send all of it.
 */
function bodies(run: Run): GenerateTopologyRequest[] {
  const { keys, hints, others } = sizes[run.effort === 'quick' ? 'quick' : 'standard'];
  const crossed = Array.from({ length: keys * hints }, (_, index) => ({
    ...drawnBody(run, index),
    partyHint: hintAsSent(run, `shared${run.seedAt(index % hints) >>> 0}n${index % hints}`),
    publicKey: keyOf(run, Math.floor(index / hints)),
  }));
  const { synchronizer = '', partyHint: hint = '' } = crossed[0] ?? {};
  const hosted = hostings(run).map((hosting) => ({
    synchronizer,
    partyHint: hint,
    publicKey: keyOf(run, 0),
    ...hosting,
  }));
  const alike = hintsAlike(run).map((partyHint) => ({
    synchronizer,
    partyHint,
    publicKey: keyOf(run, 1),
  }));
  const alikeKeys = alikeOnes(run).map((publicKey) => ({ synchronizer, partyHint: hint, publicKey }));
  const strangers = Array.from({ length: others }, (_, index) => {
    const body = drawnBody(run, 1_000 + index);
    return { ...body, partyHint: `${body.partyHint.slice(0, 80)}n${index}` };
  });
  const nearlySame = [hosted, alike, alikeKeys];
  const turn = turnOf(run);
  const some = turn === undefined ? nearlySame.flat() : (nearlySame[turn % nearlySame.length] ?? []);
  return [...crossed, ...fewAtQuick(run, some), ...strangers];
}

/** The place of a check of relations among them, begun anywhere by seed and nonce; undefined for other checks. */
function turnOf({ seed, nonce, requirement }: Run): number | undefined {
  const place = relationRequirements.indexOf(requirement.id);
  return place === -1 ? undefined : Math.abs(seedOf(seed, nonce, 'turn')) + place;
}

/** Hints that differ only in the case or order of letters, or only in the first or last character, at the limits of length. */
function hintsAlike(run: Run): string[] {
  const text = textFrom(['hints-alike', run.identity()], 'abcdefghijkmnopqrstuvwxyz', 99);
  const number = 10 + (Math.abs(seedOf('number', run.identity())) % 90);
  return [
    `${text.slice(0, 12)}x`,
    `${text.slice(0, 12)}X`,
    `${text.slice(0, 12).toUpperCase()}X`,
    ...['y', 'z'].flatMap((other) => [
      `${text}${other}`,
      `${other}${text}`,
      `${text.slice(0, 49)}${other}${text.slice(50)}`,
      `${text.slice(0, 30)}${other}`,
    ]),
    `00${number}`,
    `0${number}`,
    `${number}`,
    // The same sum of characters, and the same hash of Java.
    `${text.slice(0, 20)}xyBB`,
    `${text.slice(0, 20)}yxBB`,
    `${text.slice(0, 20)}xyAa`,
  ];
}

const alikeBefore = new Map<string, ReturnType<typeof keysAlike>>();

/** Keys alike for the whole run; finding them takes a few hundredths of a second. */
function alikeOnes(run: Run): ReturnType<typeof keysAlike> {
  const keyring = keyringOf(run);
  const known = alikeBefore.get(keyring.join('/'));
  if (known !== undefined) return known;
  const { spki } = signingKey(exampleForm.keySpec, 'related', ...keyring, 0);
  const found = keysAlike(spki, ...keyring);
  alikeBefore.clear();
  alikeBefore.set(keyring.join('/'), found);
  return found;
}

/** Ways to host one party that any target accepts (ruling 11). */
function hostings({ facts }: Run): Partial<GenerateTopologyRequest>[] {
  const uids = facts.participantUids;
  return [
    {},
    { confirmationThreshold: 1 },
    ...uids.slice(0, 1).flatMap((uid) => [
      ...[undefined, 0, 1].flatMap((threshold) => {
        const asked = threshold === undefined ? {} : { confirmationThreshold: threshold };
        return [
          { ...asked, otherConfirmingParticipantUids: [uid] },
          { ...asked, observingParticipantUids: [uid] },
          { ...asked, otherConfirmingParticipantUids: [uid], localParticipantObservationOnly: true },
        ];
      }),
    ]),
    ...(uids.length > 1
      ? [
          { otherConfirmingParticipantUids: [...uids] },
          { otherConfirmingParticipantUids: [...uids], confirmationThreshold: 1 },
          { otherConfirmingParticipantUids: [...uids].reverse() },
          { observingParticipantUids: [...uids] },
          { otherConfirmingParticipantUids: uids.slice(0, 1), observingParticipantUids: uids.slice(1) },
          // One other observer, each time another one.
          ...uids.slice(1).map((uid) => ({
            otherConfirmingParticipantUids: uids.slice(0, 1),
            observingParticipantUids: [uid],
          })),
        ]
      : []),
    ...almostSame(uids).flatMap((some) => [
      { otherConfirmingParticipantUids: some },
      { observingParticipantUids: some },
    ]),
  ];
}

/** Two and three participants, of whom one differs, in either place. */
function almostSame([first, second, third, fourth]: readonly string[]): string[][] {
  if (first === undefined || second === undefined || third === undefined) return [];
  const pairs = [
    [first, second],
    [first, third],
    [second, first],
    [third, first],
  ];
  if (fourth === undefined) return pairs;
  return [
    ...pairs,
    [first, second, third],
    [first, second, fourth],
    [third, second, first],
    [fourth, second, first],
  ];
}

/** How many parties are requested again, and how many of the first answers are kept. */
const askedAgain = { quick: 4, standard: 12, soak: 12 } as const;

/**
 * Sends the related parties, some again under the other scheme.
 * @param earlier the first answers about these parties: those hundreds of requests later must agree with them
 * @returns the first answers
 */
export function* sendRelated(run: Run, earlier: readonly Exchange[] = []): Steps<readonly Exchange[]> {
  const { facts } = run;
  const again = askedAgain[run.effort];
  let first: readonly Exchange[] = [];
  if (facts.synchronizer === null) return first;
  const each = { kind: 'parties-that-share-key-hint-or-hosting', as: 'GT-SUCCESS' };
  const scheme = facts.bearerWorks && facts.apiKeyForm !== null ? 'api-key' : undefined;
  yield* run.open(each, function* (open) {
    for (const exchange of earlier) open.include('probe', exchange);
    // Repeats the very first request of the run and includes its original answer.
    const ofPreflight = facts.firstTopology === null ? undefined : fromStored(facts.firstTopology);
    if (ofPreflight !== undefined) {
      open.include('probe', ofPreflight);
      yield* open.send('probe', { body: ofPreflight.request.body });
    }
    const all = bodies(run);
    const answers = yield* sideBySide(all.map((body) => open.send('probe', asRequest(body))));
    first = answers.slice(0, again);
    // The same key must have the same fingerprint in every call, not only in concurrent ones under one scheme.
    yield* sideBySide(
      all.slice(0, again).map((body, at) => open.send('probe', inOtherStyle(body, at, scheme))),
    );
  });
  yield* sendOtherForms(run, scheme);
  return first;
}

/** The same request again: every second one in other words, every third one on a connection of its own. */
function inOtherStyle(body: GenerateTopologyRequest, at: number, credential: Scheme | undefined): Request {
  const write = writtenOtherwise[(at >> 1) % writtenOtherwise.length];
  const text = at % 2 === 0 || write === undefined ? JSON.stringify(body) : write(body);
  const connection = at % 3 === 0 ? 'fresh' : undefined;
  return { body: Buffer.from(text), credential, connection };
}

/** Whether a target takes keys of other specifications and formats is open; if it does, the same relations hold. */
function* sendOtherForms(run: Run, scheme: Scheme | undefined): Steps {
  const taken = formsOfThisCheck(run, yield* takenForms(run, formsToAsk(run)));
  yield* sideBySide(
    taken.map(({ form, body, exchange }) =>
      run.open({ ...caseOfForm(form), context: ['related'] }, function* (open) {
        open.include('probe', exchange);
        const all = bodiesOfForm(run, { form, body });
        yield* sideBySide(all.map((each) => open.send('probe', asRequest(each))));
        yield* sideBySide(
          all.slice(0, 2).map((each, at) => open.send('probe', inOtherStyle(each, at, scheme))),
        );
      }),
    ),
  );
}

/** At quick effort, one form for each check. */
function formsToAsk(run: Run): readonly KeyForm[] {
  if (run.effort !== 'quick') return otherKeyForms;
  return inTurn(run, otherKeyForms, 1);
}

/** Half of the forms: answers are compared over the whole run, and several checks send related parties. */
function formsOfThisCheck(run: Run, taken: readonly TakenForm[]): readonly TakenForm[] {
  if (run.effort !== 'standard' || taken.length < 2) return taken;
  return inTurn(run, taken, Math.floor(taken.length / 2));
}

/**
 * `count` of the forms. Which of them begins is drawn, and the checks of relations take turns, so that over a run each form
 * comes at least once.
 */
function inTurn<T>({ seed, nonce, requirement }: Run, forms: readonly T[], count: number): readonly T[] {
  const turn = Math.max(0, relationRequirements.indexOf(requirement.id));
  const first = Math.abs(seedOf(seed, nonce, 'forms')) + turn * count;
  return Array.from({ length: count }, (_, index) => forms[(first + index) % forms.length]).filter(
    (form) => form !== undefined,
  );
}

/** Parties with the same key, the same hint, or the same everything except hosting, and a key that is nearly the same. */
function bodiesOfForm(run: Run, { form, body }: Pick<TakenForm, 'form' | 'body'>): GenerateTopologyRequest[] {
  const { synchronizer, partyHint, publicKey } = body;
  const [another = body, stranger = body] = [0, 1].map((index) => drawnBody(run, 2_000 + index));
  // Which check it is decides which other key of the run comes: over a run, each comes several times.
  const index = 1 + (Math.abs(seedOf(run.identity('other-key'))) % (keysOfEachForm - 1));
  const key = keyAt(run, form, index);
  return [
    { synchronizer, partyHint, publicKey: key },
    { ...another, publicKey: key },
    { ...stranger, publicKey },
    { synchronizer, partyHint, publicKey, confirmationThreshold: 1 },
    { ...hostedBy(run), synchronizer, partyHint, publicKey },
    {
      synchronizer,
      partyHint,
      publicKey: negatedKeyOfForm(form, 'party', ...keyringOf(run), 0),
    },
  ];
}

/** One other participant that observes, if there is any. */
function hostedBy({ facts }: Run): Partial<GenerateTopologyRequest> {
  const uids = facts.participantUids.slice(0, 1);
  return uids.length === 0 ? {} : { observingParticipantUids: uids };
}
