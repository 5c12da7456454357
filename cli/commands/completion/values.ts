import settingsSchema from '../../../settings/settings.schema.json' with { type: 'json' };

/** Values that a shell can offer for an option or an argument. */
export interface Values {
  readonly offered: () => Promise<readonly string[]>;
  /** Several can be given, with commas between them. */
  readonly isList?: true;
}

/** Modules are imported on demand: each shell asks for the values of one option, and must answer at once. */
const requirementIds = async (): Promise<readonly string[]> =>
  (await import('../../../requirements/catalogue.ts')).requirements.map(({ id }) => id);

const operations = async (): Promise<readonly string[]> =>
  (await import('../../../schemas/openapi.ts')).operationStems;

const profiles: Values = {
  offered: async () => (await import('../../../settings/load-profile.ts')).profileNames,
};

const outputs: Values = {
  offered: async () => (await import('../../output/output-format.ts')).outputFormats,
};

const resultFormats: Values = {
  offered: async () => (await import('../../run/format-files.ts')).formatNames,
  isList: true,
};

const efforts = async (): Promise<readonly string[]> => settingsSchema.properties.CONFORMANCE_EFFORT.enum;

const changes = (kind: 'everyFault' | 'everyVariant') => async (): Promise<readonly string[]> =>
  (await import('../../../reference/changes.ts'))[kind].map(({ id }) => id);

/** By command and option, or by command and argument. What is not here is free text, or a file. */
export const values: Readonly<Record<string, Values>> = {
  'run --only': {
    offered: async () => [...(await requirementIds()), ...(await operations())],
    isList: true,
  },
  'run --format': resultFormats,
  'run --seed': { offered: async () => ['random'] },
  'run --effort': { offered: efforts },
  'doctor --format': outputs,
  'explain id': { offered: requirementIds },
  'explain --profile': profiles,
  'explain --format': outputs,
  'list kind': { offered: async () => (await import('../list.ts')).listKinds },
  'list --format': outputs,
  'judge --profile': profiles,
  'judge --format': resultFormats,
  'report --format': resultFormats,
  'report --profile': profiles,
  'merge --format': resultFormats,
  'merge --profile': profiles,
  'compare --format': { offered: async () => (await import('../compare.ts')).compareFormats },
  'trend --format': { offered: async () => (await import('../trend.ts')).trendFormats },
  'verify --assurance': {
    offered: async () => (await import('../../../certificate/assurance.ts')).assuranceKinds,
  },
  'verify --format': outputs,
  'keygen --type': { offered: async () => (await import('../keygen.ts')).keyTypes },
  'serve --profile': {
    offered: async () => (await import('../../../reference/start.ts')).referenceProfiles,
  },
  'serve --fault': { offered: changes('everyFault') },
  'serve --variant': { offered: changes('everyVariant') },
  'completion shell': { offered: async () => (await import('./scripts.ts')).shells },
};
