import { placeholderExecuteBody } from '../../generators/execute-submission.ts';
import { extremeStrings, signsOfTemplates } from '../../generators/extreme-strings.ts';
import { fullGenerateTopology } from '../../generators/generate-topology.ts';
import { pointerOf } from '../../generators/json-path.ts';
import { lenienciesOf, leniencyOf } from '../../generators/leniencies/catalogue.ts';
import { lenientNames } from '../../generators/leniencies/lenient-names.ts';
import { malformedBodies } from '../../generators/malformed-json.ts';
import { malformedMembers } from '../../generators/malformed-members.ts';
import { type BodyKeyword, bodyKeywords } from '../../generators/raw-body.ts';
import { elementPlace, memberPlaces, type SchemaPlace } from '../../generators/violation.ts';
import { bodyPlace, isValidAbsence } from '../../generators/violations.ts';
import type { Area, Pair, Sent } from './area.ts';

const withBodies = ['generate-topology', 'execute-submission'] as const;
type WithBody = (typeof withBodies)[number];

function placesIn(place: SchemaPlace): SchemaPlace[] {
  const element = elementPlace(place, 0);
  return [...memberPlaces(place), ...(element === undefined ? [] : [element])].flatMap((each) => [
    each,
    ...placesIn(each),
  ]);
}

const starred = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/*');
const nameOf = (operation: string, pointer: string): string => `${operation} ${starred(pointer)}`;

/** The documented places of each body, by their names. */
const documented = new Map(
  withBodies.flatMap((operation) =>
    placesIn(bodyPlace(`${operation}.request`)).map(
      (place) => [nameOf(operation, pointerOf(place.path)), place] as const,
    ),
  ),
);
const unread = withBodies.map((operation) => `${operation} a member that nobody reads`);

const typeAt = (place: string): string | undefined => documented.get(place)?.node.type;
const isElement = (place: string): boolean => place.endsWith('/*');

/** Whether nothing follows the place: the last member of an object, as the bodies are written. */
function isLast(place: string): boolean {
  const [operation = '', pointer = ''] = place.split(' ');
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  const siblings = [...documented.keys()].filter(
    (each) =>
      each.startsWith(`${operation} ${parent}/`) &&
      !each.slice(`${operation} ${parent}/`.length).includes('/'),
  );
  return !isElement(place) && siblings.at(-1) === place;
}

const everything = { amount: 'all', seed: 'places' } as const;
const bodies: Readonly<Record<WithBody, object>> = {
  'generate-topology': fullGenerateTopology(
    { synchronizer: 's::1220', participantUids: ['a::1220', 'b::1220', 'c::1220'] },
    1,
  ),
  'execute-submission': placeholderExecuteBody(1),
};
const bodyOf = (operation: WithBody): Buffer => Buffer.from(JSON.stringify(bodies[operation]));

const inPlaces = new Set([
  ...malformedMembers(bodies['generate-topology'], everything, bodyKeywords).map(({ kind }) => kind),
  ...lenienciesOf('json-text')
    .filter(({ at }) => at !== undefined)
    .map(({ id }) => id),
]);

const isBodyKeyword = (keyword: string): keyword is BodyKeyword =>
  (bodyKeywords as readonly string[]).includes(keyword);

/** Kinds that whole bodies have at their first or last member, under these names. */
const atTheEnds: Readonly<Record<string, string>> = {
  'equals-for-colon': 'first',
  'single-quotes': 'first',
  'first-member-twice': 'first',
  'trailing-comma': 'last',
};

/** The first or last documented member. */
function endOf(operation: string, end: string | undefined): string {
  const all = [...documented.keys()].filter(
    (place) => place.split(' ')[0] === operation && /^[^/]*\/[^/]*$/.test(place),
  );
  return (end === 'first' ? all[0] : all.at(-1)) ?? '';
}

/** Where in a body its text is odd, as the detail of the case says. */
function textPlace({ line: { operation, detail = '' } }: Sent): string {
  const [, pointer] = /^(\/\S*) as /.exec(detail) ?? [];
  if (pointer !== undefined && !/^\/extra\b/.test(pointer)) return nameOf(operation, pointer);
  return `${operation} a member that nobody reads`;
}

const ofStrings = ['raw-control-character-in-a-field', 'lone-surrogate', 'byte-that-is-no-utf-8'];
/** What the elements of the lists are, of which the body of a run has one each. */
const isOnly = (place: string): boolean => /(partySignatures.*|observingParticipantUids)\/\*$/.test(place);

/** Objects behind whose bracket those of others follow. */
const endsWithOthers = /(DeduplicationDuration(\/value)?|\/minLedgerTime(\/time)?)$/;

const ofNames = ['equals-for-colon', 'single-quotes', 'member-twice', 'member-in-front'];
const behindComma = ['missing-separator', 'semicolon-for-comma'];

const texts: Area = {
  title: 'JSON text',
  about:
    'Each oddity of a text in, in front of and behind each documented member and element, and in members that nobody reads.',
  kinds: [...inPlaces],
  places: [...documented.keys(), ...unread],
  exclusions: [
    {
      reason: 'The oddity is inside a string, and no string is there.',
      covers: (kind, place) =>
        ofStrings.includes(kind) && documented.has(place) && typeAt(place) !== 'string',
    },
    {
      reason: 'The oddity is in the name of a member; elements have none.',
      covers: (kind, place) => ofNames.includes(kind) && isElement(place),
    },
    {
      reason: 'The oddity is in place of a comma, and nothing follows.',
      covers: (kind, place) => kind === 'semicolon-for-comma' && isLast(place),
    },
    {
      reason: 'The oddity is in place of a comma, and the list has one element.',
      covers: (kind, place) => behindComma.includes(kind) && isOnly(place),
    },
    {
      reason:
        'Without one of several brackets that follow each other, it is the same text as without another one.',
      covers: (kind, place) => kind === 'missing-bracket' && endsWithOthers.test(place),
    },
    {
      reason: 'Members that nobody reads have it as raw-control-character.',
      covers: (kind, place) => kind === 'raw-control-character-in-a-field' && unread.includes(place),
    },
    {
      reason: 'The comma is in front of a closing bracket, and something else follows.',
      covers: (kind, place) =>
        kind === 'trailing-comma' && documented.has(place) && !isLast(place) && !isElement(place),
    },
    {
      reason: 'Its bracket is another one, and it has none.',
      covers: (kind, place) =>
        ['other-bracket', 'missing-bracket'].includes(kind) &&
        documented.has(place) &&
        !['array', 'object'].includes(typeAt(place) ?? ''),
    },
  ],
  pairsOf: (sent) => {
    const { kind, wrong, operation, detail = '' } = sent.line;
    if (wrong === 'valid' || !isBodyKeyword(wrong.keyword)) return [];
    if (kind in atTheEnds && !/^\/| as /.test(detail))
      return [[kind.replace('first-member-twice', 'member-twice'), endOf(operation, atTheEnds[kind])]];
    return inPlaces.has(kind) ? [[kind, textPlace(sent)]] : [];
  },
};

const ofWholeBodies = new Set(
  withBodies.flatMap((operation) => malformedBodies(bodyOf(operation), everything).map(({ kind }) => kind)),
);

const wholeBodies: Area = {
  title: 'Whole bodies',
  about: 'Each oddity of a body as a whole.',
  kinds: [...ofWholeBodies].filter(
    (kind) => !inPlaces.has(kind) || (leniencyOf(kind)?.at === undefined && leniencyOf(kind) !== undefined),
  ),
  places: [...withBodies],
  exclusions: [],
  pairsOf: ({ line: { kind, operation, detail = '' } }) =>
    ofWholeBodies.has(kind) && !/^(\/\S*) as /.test(detail) ? [[kind, operation]] : [],
};

const valueKinds = lenienciesOf('value').map(({ id }) => id);
const extreme = Object.keys(extremeStrings('places'));
const otherValues = [
  'wrong-type',
  'null',
  'missing',
  'deeply-nested',
  'out-of-bounds',
  'integral-float',
  'empty',
  'lone-surrogate',
  ...extreme,
];

function typesOf(kind: string): readonly string[] | undefined {
  if (kind === 'out-of-bounds' || kind === 'integral-float') return ['integer'];
  if (kind === 'empty') return ['string', 'array'];
  if (extreme.includes(kind)) return ['string', 'enum'];
  return leniencyOf(kind)?.types;
}

function kindsOfType(place: string): readonly string[] {
  const node = documented.get(place)?.node;
  return node === undefined ? [] : [node.enum === undefined ? node.type : 'enum'];
}

const values: Area = {
  title: 'Values',
  about: 'Each wrong or odd value in place of each documented member and element.',
  kinds: [...valueKinds, ...otherValues.filter((kind) => kind !== 'lone-surrogate')],
  places: [...documented.keys()],
  exclusions: [
    {
      reason: 'The value is wrong for fields of other types.',
      covers: (kind, place) => typesOf(kind)?.includes(kindsOfType(place)[0] ?? '') === false,
    },
    {
      reason: 'An element that is missing is none; the list is shorter.',
      covers: (kind, place) => kind === 'missing' && isElement(place),
    },
    {
      reason: 'The field is optional, so its absence is valid (ruling 11).',
      covers: (kind, place) =>
        kind === 'missing' && isValidAbsence(documented.get(place) ?? { path: [], required: true }),
    },
    {
      reason: 'Other variants of a one-of may have any form (ruling 30); wrong types and null are sent.',
      covers: (kind, place) =>
        valueKinds.includes(kind) && /(Duration|Duration\/value|minLedgerTime\/time)$/.test(place),
    },
    {
      reason: 'The list may be empty (ruling 11).',
      covers: (kind, place) => kind === 'empty' && /ParticipantUids$/.test(place),
    },
    {
      reason: 'The document does not show what is inside (ruling 30).',
      covers: (_, place) => place.endsWith('/minLedgerTime/time/Empty'),
    },
  ],
  pairsOf: ({ line: { kind, detail = '', operation, wrong }, probes }) => {
    if (wrong === 'valid' || wrong.pointer === '') return [];
    if (kind === 'participants') return listsWith(detail, probes);
    const place = nameOf(operation, wrong.pointer);
    const own: Pair[] = [[kind, place]];
    const named = detail === 'nothing' ? 'empty' : extreme.find((each) => detail === each);
    if (named !== undefined) own.push([named, place]);
    return own.filter(([each]) => values.kinds.includes(each));
  },
};

/** Participants stand in either list, whatever the pointer of the case says. */
function listsWith(detail: string, probes: Sent['probes']): Pair[] {
  const kind = detail === 'empty-string' ? 'empty' : detail;
  if (kind !== 'empty' && !extreme.includes(kind)) return [];
  return probes.flatMap(({ request }) => {
    const body = JSON.parse(request.body.toString()) as Record<string, unknown>;
    const isOdd = (each: unknown): boolean =>
      typeof each === 'string' &&
      (each === '' || each.length > 500 || each.includes(signsOfTemplates) || each.includes('éü'));
    return Object.entries(body).flatMap(([name, list]): Pair[] =>
      Array.isArray(list) && list.some(isOdd) ? [[kind, `generate-topology /${name}/*`]] : [],
    );
  });
}

const nameKinds = lenienciesOf('member-name').map(({ id }) => id);
const isRequired = (place: string): boolean => documented.get(place)?.required === true && !isElement(place);
const made = (place: string): readonly string[] =>
  lenientNames(place.slice(place.lastIndexOf('/') + 1), 0, everything).map(({ kind }) => kind);

const names: Area = {
  title: 'Names of members',
  about: 'Each member under each name that common software takes for its own.',
  kinds: nameKinds,
  places: [...documented.keys()].filter((place) => !isElement(place)),
  exclusions: [
    {
      reason:
        'The field is not required, so that under another name it is an unknown member, which is open (ruling 12).',
      covers: (_, place) => !isRequired(place),
    },
    {
      reason: 'The name has no letter or second word to be written in this way.',
      covers: (kind, place) => !made(place).includes(kind),
    },
  ],
  pairsOf: ({ line: { kind, operation, wrong } }) =>
    wrong !== 'valid' && nameKinds.includes(kind) ? [[kind, nameOf(operation, wrong.pointer)]] : [],
};

export const bodyAreas: readonly Area[] = [texts, wholeBodies, values, names];
