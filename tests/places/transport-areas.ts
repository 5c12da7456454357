import { lenienciesOf } from '../../generators/leniencies/catalogue.ts';
import { oddPageSizes, oddPageTokens, undecodable, unknownParameters } from '../../generators/list-users.ts';
import { bufferSizes } from '../../generators/padding.ts';
import { requirements } from '../../requirements/catalogue.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { clientCases, excludesText } from '../../specs/shared/client-cases.ts';
import { roundNumberOf } from '../../specs/shared/used-token.ts';
import { alteredKinds } from '../../specs/shared/wrong-credentials.ts';
import { framings } from '../../wire/client-style.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Area, Pair, Sent } from './area.ts';

const crossed = (...lists: readonly (readonly string[])[]): string[] =>
  lists.reduce<string[]>(
    (made, list) => made.flatMap((front) => list.map((each) => `${front} ${each}`.trim())),
    [''],
  );

const withBodies = ['generate-topology', 'execute-submission'];
const schemes = ['bearer', 'api-key'] as const;
const leniencies = lenienciesOf('credential');
const wholeHeaders = leniencies
  .filter(({ templates }) => templates.every((each) => /^(?:Bearer|Authorization: )/.test(each)))
  .map(({ id }) => id);

const schemesOf = ({ line: { circumstances } }: Sent): readonly string[] => circumstances?.scheme ?? [];

const credentials: Area = {
  title: 'Credentials',
  about:
    'Each credential that must be rejected, or of which this is open, on each operation and under each scheme.',
  kinds: [...alteredKinds, 'expired', 'empty', ...leniencies.map(({ id }) => id)],
  places: crossed(operationStems, schemes),
  exclusions: [
    {
      reason: 'It is a spelling of the header Authorization.',
      covers: (kind, place) => wholeHeaders.includes(kind) && place.endsWith('api-key'),
    },
    {
      reason: 'It has characters that no name of a protocol has.',
      covers: (kind, place) => kind === 'two-serialisations-in-one' && place.endsWith('api-key'),
    },
    { reason: 'The reference server has no public key.', covers: (kind) => kind === 'public-key-as-secret' },
  ],
  pairsOf: (sent) => {
    const { kind, credential, operation } = sent.line;
    return [kind, credential ?? ''].flatMap((each) =>
      schemesOf(sent).map((scheme): Pair => [each, `${operation} ${scheme}`]),
    );
  },
};

const must = requirements
  .filter(
    ({ level, excluded, answers }) => level === 'MUST' && excluded === undefined && answers !== undefined,
  )
  .flatMap(({ id, operations }) =>
    operations.filter((each) => withBodies.includes(each)).map((each) => `${id} on ${each}`),
  );

const framingOf = ({ line: { circumstances } }: Sent): readonly string[] => circumstances?.framing ?? [];

const framingsOfRequirements: Area = {
  title: 'Framing of what is rejected and accepted',
  about:
    'The requests of each requirement, written in each way that ordinary clients write a body (ruling 39).',
  kinds: framings,
  places: must,
  exclusions: [
    {
      reason:
        'What precedes on the connection is the subject of these requests; their bodies have a length or come in chunks.',
      covers: (_, place) => place.startsWith('AUTH-STAYS-'),
    },
  ],
  pairsOf: (sent) =>
    framingOf(sent).map((each): Pair => [each, `${sent.line.requirement} on ${sent.line.operation}`]),
};

/** What became of a request, or what is wrong with it. */
function outcomeOf({ line }: Sent): string {
  if (!['valid', undefined].includes(line.credential)) return 'with a wrong credential';
  return line.wrong === 'valid' || line.wrong.keyword === 'open' ? 'valid' : 'with a wrong body';
}
const outcomes = ['valid', 'with a wrong credential', 'with a wrong body'];

const framingsOnConnections: Area = {
  title: 'Framing and connections',
  about: 'Each way to write a body, on fresh and on kept connections.',
  kinds: framings,
  places: crossed(withBodies, outcomes, ['fresh', 'kept']),
  exclusions: [],
  pairsOf: (sent) => {
    const connections = sent.line.circumstances?.connection ?? [];
    if (connections.length !== 1) return [];
    return framingOf(sent).map(
      (each): Pair => [each, `${sent.line.operation} ${outcomeOf(sent)} ${connections[0]}`],
    );
  },
};

const headerNames = clientCases(
  {
    effort: 'standard',
    seed: 's',
    nonce: 'n',
    operation: 'execute-submission',
    identity: (...parts: (string | number)[]) => parts.join('/'),
    facts: { apiKeyForm: null },
  } as never,
  true,
).flatMap(({ kind, detail }) => (kind === 'header' && detail !== undefined ? [detail] : []));

const headers: Area = {
  title: 'Headers of ordinary clients',
  about: 'Each header alone, beside what is accepted and what is rejected.',
  kinds: headerNames,
  places: crossed(operationStems, outcomes),
  exclusions: [
    { reason: 'The operation has no body.', covers: (_, place) => place === 'list-users with a wrong body' },
    {
      reason: 'It excludes a text that may be due (ruling 23).',
      covers: (kind, place) => excludesText(kind) && place.startsWith('generate-topology'),
    },
  ],
  pairsOf: (sent) => {
    const { kind, detail = '', context = [], operation } = sent.line;
    const name = kind === 'header' ? detail : context.find((each) => each.startsWith('with '))?.slice(5);
    return name === undefined ? [] : [[name, `${operation} ${outcomeOf(sent)}`]];
  },
};

const sizeNames = bufferSizes.map((size) => `${size / 1_024} KiB`);
function sizeOf({ request: { body } }: Exchange): string | undefined {
  const at = bufferSizes.findIndex((size) => Math.abs(body.length - size) <= 64);
  return sizeNames[at];
}

const sizes: Area = {
  title: 'Sizes',
  about: 'Bodies as large as common buffers.',
  kinds: sizeNames,
  places: crossed(withBodies, outcomes),
  exclusions: [],
  pairsOf: (sent) =>
    sent.probes.flatMap((each): Pair[] => {
      const size = sizeOf(each);
      return size === undefined ? [] : [[size, `${sent.line.operation} ${outcomeOf(sent)}`]];
    }),
};

const parameters = { size: 'pageSize', token: 'pageToken' };
const oddValues = [
  ...[...oddPageSizes(), ...oddPageTokens(['places'], 'AAAA')].map(({ kind, detail }) => `${kind} ${detail}`),
  ...['odd-page-size', 'odd-page-token'].flatMap((kind) =>
    undecodable.map(([detail]) => `${kind} ${detail}`),
  ),
  ...unknownParameters(parameters, ['places']).map(({ detail }) => `unknown-parameter ${detail}`),
];

const queries: Area = {
  title: 'Queries',
  about: 'Each odd value of a parameter, and each odd parameter.',
  kinds: oddValues,
  places: crossed(['list-users'], schemes),
  exclusions: [],
  pairsOf: (sent) => {
    const { kind, detail = '', operation } = sent.line;
    return schemesOf(sent).map((scheme): Pair => [`${kind} ${detail}`, `${operation} ${scheme}`]);
  },
};

/** Where in the life of a connection or of the run a request stands, by what its case says. */
const momentsOf: Readonly<Record<string, (sent: Sent) => boolean>> = {
  'first on its connection': ({ line: { circumstances } }) =>
    circumstances?.connection?.includes('fresh') === true,
  'behind others on its connection': ({ line: { circumstances } }) =>
    circumstances?.connection?.includes('kept') === true,
  'behind a wrong credential': ({ line: { kind } }) => kind === 'valid-behind',
  'behind other rejected requests': ({ line: { kind, context = [] } }) =>
    /behind-(?:refused|rejected)-requests/.test([kind, ...context].join(' ')),
  'on a connection that idled': ({ line: { kind, context = [] } }) =>
    [kind, ...context].includes('on-an-idle-connection'),
  'broken off': ({ line: { kind } }) => kind === 'upload-broken-off' || kind === 'request-abandoned',
  'among many others': ({ line: { context = [] } }) => context.includes('mixed-traffic'),
  'first after a pause of 5 s': ({ line: { context = [] } }) => context.includes('after-a-rest-of-5-s'),
  'first after a pause of 30 s': ({ line: { context = [] } }) => context.includes('after-a-rest-of-30-s'),
  'with a token that is used again and again': ({ line: { kind, id } }) =>
    kind === 'token' && roundNumberOf(id) !== undefined,
  'used token after its end': ({ line: { detail } }) => detail === 'after-its-end',
};

const moments: Area = {
  title: 'Moments',
  about: 'Positions in the life of a connection, of a token and of the run.',
  kinds: Object.keys(momentsOf),
  places: crossed(operationStems, ['valid', 'with a wrong credential']),
  exclusions: [
    {
      reason: 'It follows a rejected request.',
      covers: (kind, place) =>
        kind.startsWith('behind ') &&
        place.endsWith('credential') &&
        kind !== 'behind others on its connection',
    },
    {
      reason: 'The answer is not waited for.',
      covers: (kind, place) => kind === 'broken off' && place.endsWith('credential'),
    },
    {
      reason: 'Nothing but the pause is the subject.',
      covers: (kind, place) => kind.includes('a pause') && place.endsWith('credential'),
    },
    {
      reason: 'It is wrong by then.',
      covers: (kind, place) => kind.startsWith('used token') && place.endsWith(' valid'),
    },
  ],
  pairsOf: (sent) =>
    Object.entries(momentsOf).flatMap(([moment, isThen]): Pair[] =>
      isThen(sent) ? [[moment, `${sent.line.operation} ${outcomeOf(sent)}`]] : [],
    ),
};

export const transportAreas: readonly Area[] = [
  credentials,
  framingsOfRequirements,
  framingsOnConnections,
  headers,
  sizes,
  queries,
  moments,
];
