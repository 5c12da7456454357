import type { Case, Run } from '../../engine/check.ts';
import { checksOf, test } from '../../engine/spec.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { someByApiKey } from '../shared/cases.ts';
import { someWithHeaders } from '../shared/client-cases.ts';
import { declareHttpOpen, largeBodies } from '../shared/http-open.ts';
import { assignedOpen, observedOf, sendOpen, underContentTypes } from '../shared/open.ts';
import { declareOpenSchemes } from '../shared/schemes.ts';
import { asRequest, type BodyChanges, fullBody, validGenerate } from './bodies.ts';
import { coveringValues, withOptionalValues } from './optional-values.ts';
import {
  drawnIdentifier,
  highThresholds,
  keysOfEachSpec,
  misfits,
  unknownFormats,
  unknownKeySpecs,
  unknownUids,
  unusualHints,
} from './wrong-meanings.ts';

// What the document does not specify about a generate-topology request. Only the form of a rejection is judged.
const check = checksOf('generate-topology');
const open = observedOf((run) => ({ body: fullBody(run, 0) }));
const claimed = open(assignedOpen('generate-topology.request'));
const contentTypes = open(({ body }) =>
  underContentTypes(asRequest(body), 'APPLICATION/JSON', 'application/problem+json'),
);
const withoutHosts = { otherConfirmingParticipantUids: [], observingParticipantUids: [] };

test(...check('GT-OPEN-EMPTY-STRING', claimed));
test(...check('GT-OPEN-THRESHOLD-FLOAT', claimed));
test(...check('GT-OPEN-NULL-OPTIONAL', claimed));
test(...check('GT-OPEN-UNKNOWN-MEMBER', claimed));
test(...check('GT-OPEN-DUPLICATE-MEMBER', claimed));
test(...check('GT-OPEN-BOM', claimed));
test(...check('GT-OPEN-LONE-SURROGATE', claimed));
test(...check('GT-OPEN-INVALID-UTF8', claimed));
test(...changed('GT-OPEN-HINT', ['hint', '/partyHint'], unusualHints, 'brief'));
test(
  ...changed(
    'GT-OPEN-OBSERVATIONONLY-ALONE',
    ['observation-only', '/localParticipantObservationOnly'],
    () => ({
      'nobody-to-confirm': { localParticipantObservationOnly: true, otherConfirmingParticipantUids: [] },
    }),
  ),
);
test(
  ...changed('GT-OPEN-UIDS-UNKNOWN', ['participants', '/otherConfirmingParticipantUids'], (body, run) =>
    Object.fromEntries(unknownUids(body, run).map(([name, uid]) => [name, inEitherList([uid])])),
  ),
);
test(
  ...changed(
    'GT-OPEN-UIDS-MANY',
    ['participants', '/otherConfirmingParticipantUids'],
    (_, run) => ({
      '100 confirming': {
        ...withoutHosts,
        otherConfirmingParticipantUids: manyUids(run, 'confirming'),
      },
      '100 observing': {
        ...withoutHosts,
        localParticipantObservationOnly: false,
        observingParticipantUids: manyUids(run, 'observing'),
      },
    }),
    'brief',
  ),
);
test(
  ...changed(
    'GT-OPEN-UIDS-REPEATED',
    ['participants', '/otherConfirmingParticipantUids'],
    (_, { facts: { participantUids } }) => {
      const one = participantUids.slice(0, 1);
      return {
        'twice-in-one-list': inEitherList([...one, ...one]),
        'in-both-lists': { otherConfirmingParticipantUids: one, observingParticipantUids: one },
      };
    },
  ),
);
test(...changed('GT-OPEN-THRESHOLD-ABOVE', ['threshold', '/confirmationThreshold'], highThresholds));
test(...changed('GT-OPEN-FORMAT-UNKNOWN', ['key-format', '/publicKey/format'], unknownFormats));
test(...changed('GT-OPEN-KEYSPEC-UNKNOWN', ['key-spec', '/publicKey/keySpec'], unknownKeySpecs));
test(
  ...changed(
    'GT-OPEN-KEY-MISFIT',
    ['key', '/publicKey'],
    (body, run) => ({
      ...keysOfEachSpec(body, run),
      ...misfits(body, run),
    }),
    'brief',
  ),
);
test(...check('GT-OPEN-CONTENT-TYPE', contentTypes));
declareOpenSchemes('generate-topology', validGenerate);
declareHttpOpen('generate-topology', validGenerate);
test(...check('HTTP-OPEN-LARGE-BODY', largeBodies(validGenerate)));

/** Changes of a valid body, by name. Of several for one name, each is sent beside some of the combinations, in turn. */
type Changes = Readonly<Record<string, BodyChange | readonly BodyChange[]>>;
type BodyChange = BodyChanges[string];
type ChangesOf = (body: GenerateTopologyRequest, run: Run) => Changes;

/** A kind of fault, and its place. */
type Place = readonly [kind: string, pointer: string];

/**
 * Changes of a valid body, each beside every value of every optional field, since a target may handle a rejection in another
 * way only beside one of them. At quick effort, and for what is `brief`, each is sent once, beside drawn values.
 */
function changed(requirement: string, place: Place, changesOf: ChangesOf, brief?: 'brief') {
  return check(requirement, {
    cases: (run) => {
      const all = crossed(run, place, changesOf, brief === 'brief');
      return sendOpen(run, someWithHeaders(run, someByApiKey(run, all)));
    },
  });
}

function crossed(run: Run, [kind, pointer]: Place, changesOf: ChangesOf, isBrief: boolean): Case[] {
  const full = fullBody(run, 0);
  const { requirement, effort } = run;
  const sent = new Set<string>();
  return Object.entries(changesOf(full, run)).flatMap(([detail, change], row) => {
    // Rows in brief share the combinations, three by three.
    const values = coveringValues(run, requirement.id, isBrief ? Math.floor(row / 3) : row);
    const wanted =
      effort === 'quick' || (isBrief && effort !== 'soak')
        ? [values[row % values.length] ?? values[0]]
        : values;
    const changes = [change].flat();
    return wanted.flatMap((each, at): Case[] => {
      const some = changes[(row + at) % changes.length];
      if (each === undefined || some === undefined) return [];
      const laid = withOptionalValues(run, full, each, row * 10 + at);
      const { body = Buffer.alloc(0) } = asRequest({ ...laid, ...some });
      const text = body.toString();
      if (sent.has(text)) return [];
      sent.add(text);
      const faulty = { kind, detail, wrong: { pointer, keyword: 'open' }, request: { body } };
      // Where chunks divide characters of several bytes, a decoder may lose them.
      const isDivided = isBrief && kind === 'hint' && /[^\u0000-\u007f]{3}/.test(text);
      if (!isDivided) return [faulty];
      return [
        faulty,
        { ...faulty, detail: `${detail}, in chunks`, request: { body, isChunked: true as const } },
      ];
    });
  });
}

/** These participants in either list. */
function inEitherList(uids: readonly string[]): BodyChange[] {
  return [{ otherConfirmingParticipantUids: [...uids] }, { observingParticipantUids: [...uids] }];
}

/** The configured participants, and made-up ones up to a hundred (ruling 35). */
function manyUids(run: Run, purpose: string): string[] {
  const madeUp = Array.from({ length: 100 }, (_, index) => drawnIdentifier(run, `${purpose} ${index}`));
  return [...run.facts.participantUids, ...madeUp].slice(0, 100);
}
