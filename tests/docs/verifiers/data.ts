import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { exitStatus } from '../../../cli/output/exit-status.ts';
import { readRecording } from '../../../judges/recorded/reading/read-recording.ts';
import { readWaivers } from '../../../settings/read-waivers.ts';
import { UsageError } from '../../../settings/usage-error.ts';
import { emptyFolder } from '../../cli/command.ts';
import { schemaBytes } from '../../formats/published.ts';
import type { Block } from '../blocks.ts';
import { root, textOf } from '../documents.ts';
import { commandLineProblems } from './command-line.ts';
import type { Verifier } from './verifier.ts';

const isPart = (value: unknown, ...members: string[]): boolean =>
  typeof value === 'object' && value !== null && members.every((member) => member in value);

function parsed({ kind, text }: Block): unknown {
  try {
    return kind === 'json' ? JSON.parse(text) : kind === 'yaml' ? parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Only what the reader of such a file says against it. */
function usageProblems(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof UsageError) return [...error.problems];
    throw error;
  }
}

export const waivers: Verifier = {
  name: 'the reader of waivers takes the file, and the schema that its first line names is there',
  claims: (block) => block.kind === 'yaml' && isPart(parsed(block), 'waivers'),
  problems({ text }) {
    const path = join(emptyFolder(), 'waivers.yaml');
    writeFileSync(path, text);
    const [, schema] = /^# yaml-language-server: \$schema=(\S+)/.exec(text) ?? [];
    return [...usageProblems(() => readWaivers(path)), ...(schema === undefined ? [] : missing(schema))];
  },
};

interface Step {
  readonly uses: string;
  readonly with: Readonly<Record<string, string>>;
}

export const action: Verifier = {
  name: 'the inputs are those of action.yml, and its options those of run',
  claims: (block) => {
    const value = parsed(block);
    return Array.isArray(value) && value.every((step) => isPart(step, 'uses', 'with'));
  },
  async problems(block) {
    const { inputs } = parse(textOf('action.yml')) as { inputs: object };
    const steps = (parsed(block) as readonly Step[]).filter(({ uses }) => !uses.startsWith('actions/'));
    const wrong = await Promise.all(
      steps.map(async ({ with: given }) => [
        ...Object.keys(given).flatMap((name) => (name in inputs ? [] : [`action.yml has no input ${name}.`])),
        ...(await commandLineProblems([
          'run',
          ...(given.options ?? '').split(/\s+/).filter((each) => each !== ''),
        ])),
      ]),
    );
    return wrong.flat();
  },
};

/** The two documents of a component: its inputs, and its job. */
const component = parseAllDocuments(textOf('templates/conformance.yml')).map(
  (each) => each.toJS() as unknown,
);

interface Include {
  readonly component: string;
  readonly inputs: Readonly<Record<string, string>>;
}

export const gitlabInclude: Verifier = {
  name: 'the inputs are those of the component for GitLab, and its options those of run',
  claims: (block) => isPart(parsed(block), 'include'),
  async problems(block) {
    const [{ spec }] = component as [{ spec: { inputs: object } }];
    const { include } = parsed(block) as { readonly include: readonly Include[] };
    const wrong = await Promise.all(
      include.map(async ({ component: path, inputs }) => [
        ...(path.includes('/conformance@') ? [] : [`${path} is not the component.`]),
        ...Object.keys(inputs).flatMap((name) =>
          name in spec.inputs ? [] : [`The component has no input ${name}.`],
        ),
        ...(await commandLineProblems([
          'run',
          ...(inputs.options ?? '').split(' ').filter((each) => each !== ''),
        ])),
      ]),
    );
    return wrong.flat();
  },
};

export const gitlabJob: Verifier = {
  name: 'the job is that of the component, of the schema of GitLab, and its statuses are those of run',
  claims: (block) => isPart(parsed(block), 'ledger-conformance'),
  problems(block) {
    const [{ spec }] = component as [{ spec: { inputs: { job: { default: string } } } }];
    const job = parsed(block) as Readonly<Record<string, { allow_failure?: { exit_codes?: number[] } }>>;
    const [name = ''] = Object.keys(job);
    const codes = job[name]?.allow_failure?.exit_codes ?? [];
    const known: readonly number[] = Object.values(exitStatus);
    const isValid = new Ajv({ strict: false, unicodeRegExp: false, logger: false }).compile(
      JSON.parse(schemaBytes('gitlab-ci.schema.json').toString()) as object,
    );
    return [
      ...(name === spec.inputs.job.default ? [] : [`The component has another job than ${name}.`]),
      ...(isValid({ [name]: { script: 'true', ...job[name] } }) ? [] : ['GitLab does not take this job.']),
      ...codes.filter((code) => !known.includes(code)).map((code) => `run has no status ${code}.`),
    ];
  },
};

export const editorSettings: Verifier = {
  name: 'the schemas that VS Code is told of are in the package',
  claims: (block) => isPart(parsed(block), 'json.schemas'),
  problems(block) {
    const { 'json.schemas': schemas } = parsed(block) as {
      'json.schemas': readonly { readonly fileMatch: readonly string[]; readonly url: string }[];
    };
    return schemas.flatMap(({ fileMatch, url }) =>
      fileMatch.length > 0 ? missing(url) : ['It matches no file.'],
    );
  },
};

export const recordedExchange: Verifier = {
  name: 'the reader of recordings takes the exchange',
  claims: (block) => isPart(parsed(block), 'request', 'response'),
  problems: (block) => usageProblems(() => readRecording(JSON.stringify(parsed(block)))),
};

export const fieldServer: Verifier = {
  name: 'the members are those of the field.json of the server that it names, with values of the same kind',
  claims: (block) => isPart(parsed(block), 'framework'),
  problems(block) {
    const shown = parsed(block) as Readonly<Record<string, unknown>>;
    const path = `tests/field/servers/${shown.name}/field.json`;
    if (!existsSync(join(root, path))) return [`There is no ${path}.`];
    const real = JSON.parse(textOf(path)) as Readonly<Record<string, unknown>>;
    const shape = (value: unknown): unknown =>
      Array.isArray(value) ? value.slice(0, 1).map(shape) : typeof value;
    const shapes = (all: Readonly<Record<string, unknown>>): string =>
      JSON.stringify(Object.entries(all).map(([name, value]) => [name, shape(value)]));
    return shapes(shown) === shapes(real) ? [] : [`${path} has other members.`];
  },
};

/** Paths in an installed package are those of a built checkout. */
function missing(path: string): string[] {
  const own = path.replace(/^\.\/node_modules\/ledger-conformance\//, '');
  return own !== path && existsSync(join(root, own)) ? [] : [`${path} is not in the package.`];
}
