import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { createCheck } from '../conduct/check.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { claimedOpenChecks, conductOpen, openCheckOf, underContentTypes } from '../conduct/open.ts';
import type { Faulty } from '../conduct/refusals.ts';
import { openSchemeChecks } from '../conduct/schemes.ts';
import { asRequest, type BodyChanges, fullBody } from './bodies.ts';
import { coveringValues, withOptionalValues } from './optional-values.ts';
import { validGenerate } from './valid.ts';
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

const open = openCheckOf('generate-topology', (conductor) => ({ body: fullBody(conductor, 0) }));

/** Changes of a valid body, by name. Of several for one name, each is sent beside some of the combinations, in turn. */
type Changes = Readonly<Record<string, BodyChange | readonly BodyChange[]>>;
type BodyChange = BodyChanges[string];
type ChangesOf = (body: GenerateTopologyRequest, conductor: Conductor) => Changes;

/** A kind of fault, and its place. */
type Place = readonly [kind: string, pointer: string];

/**
 * Changes of a valid body, each beside every value of every optional field, since a target may handle a rejection in another
 * way only beside one of them. At quick effort, and for what is `brief`, each is sent once, beside drawn values.
 */
function openChanges(requirement: string, place: Place, changesOf: ChangesOf, brief?: 'brief'): Check {
  return createCheck('generate-topology', requirement, (conductor) =>
    conductOpen(conductor, crossed(conductor, place, changesOf, brief === 'brief')),
  );
}

function crossed(
  conductor: Conductor,
  [kind, pointer]: Place,
  changesOf: ChangesOf,
  isBrief: boolean,
): Faulty[] {
  const full = fullBody(conductor, 0);
  const { requirement, effort } = conductor;
  const sent = new Set<string>();
  return Object.entries(changesOf(full, conductor)).flatMap(([detail, change], row) => {
    // Rows in brief share the combinations, three by three.
    const values = coveringValues(conductor, requirement.id, isBrief ? Math.floor(row / 3) : row);
    const wanted =
      effort === 'quick' || (isBrief && effort !== 'soak')
        ? [values[row % values.length] ?? values[0]]
        : values;
    const changes = [change].flat();
    return wanted.flatMap((each, at): Faulty[] => {
      const some = changes[(row + at) % changes.length];
      if (each === undefined || some === undefined) return [];
      const laid = withOptionalValues(conductor, full, each, row * 10 + at);
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

const withoutHosts = { otherConfirmingParticipantUids: [], observingParticipantUids: [] };

/** The configured participants, and made-up ones up to a hundred (ruling 35). */
function manyUids(conductor: Conductor, purpose: string): string[] {
  const madeUp = Array.from({ length: 100 }, (_, index) => drawnIdentifier(conductor, `${purpose} ${index}`));
  return [...conductor.facts.participantUids, ...madeUp].slice(0, 100);
}

/** What the document leaves open in a generate-topology request: observed, with the form of rejections judged. */
export const unstatedChecks: readonly Check[] = [
  ...claimedOpenChecks('generate-topology.request', open),
  openChanges('GT-OPEN-HINT', ['hint', '/partyHint'], unusualHints, 'brief'),
  openChanges(
    'GT-OPEN-OBSERVATIONONLY-ALONE',
    ['observation-only', '/localParticipantObservationOnly'],
    () => ({
      'nobody-to-confirm': { localParticipantObservationOnly: true, otherConfirmingParticipantUids: [] },
    }),
  ),
  openChanges(
    'GT-OPEN-UIDS-UNKNOWN',
    ['participants', '/otherConfirmingParticipantUids'],
    (body, conductor) =>
      Object.fromEntries(unknownUids(body, conductor).map(([name, uid]) => [name, inEitherList([uid])])),
  ),
  openChanges(
    'GT-OPEN-UIDS-MANY',
    ['participants', '/otherConfirmingParticipantUids'],
    (_, conductor) => ({
      '100 confirming': {
        ...withoutHosts,
        otherConfirmingParticipantUids: manyUids(conductor, 'confirming'),
      },
      '100 observing': {
        ...withoutHosts,
        localParticipantObservationOnly: false,
        observingParticipantUids: manyUids(conductor, 'observing'),
      },
    }),
    'brief',
  ),
  openChanges(
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
  openChanges('GT-OPEN-THRESHOLD-ABOVE', ['threshold', '/confirmationThreshold'], highThresholds),
  openChanges('GT-OPEN-FORMAT-UNKNOWN', ['key-format', '/publicKey/format'], unknownFormats),
  openChanges('GT-OPEN-KEYSPEC-UNKNOWN', ['key-spec', '/publicKey/keySpec'], unknownKeySpecs),
  openChanges(
    'GT-OPEN-KEY-MISFIT',
    ['key', '/publicKey'],
    (body, conductor) => ({
      ...keysOfEachSpec(body, conductor),
      ...misfits(body, conductor),
    }),
    'brief',
  ),
  open('GT-OPEN-CONTENT-TYPE', ({ body }) =>
    underContentTypes(
      asRequest(body),
      null,
      'text/plain',
      'application/xml',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/problem+json',
    ),
  ),
  ...openSchemeChecks('generate-topology', validGenerate),
  ...httpOpenChecks('generate-topology', validGenerate),
];
