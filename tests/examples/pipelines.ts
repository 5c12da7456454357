import { parse } from 'yaml';
import { textOf } from '../docs/documents.ts';

/** What a CI server does of a template. */
export interface Pipeline {
  /** Scripts in order; one that fails ends the job. */
  readonly scripts: readonly string[];
  /** The shell of the platform. */
  readonly shell: readonly string[];
  /** The variables that the template sets. */
  readonly variables: Readonly<Record<string, string>>;
  /** The folder that is kept. */
  readonly kept: string;
  /** The script that must have begun for the folder to be kept. */
  readonly keptAfter: string | undefined;
}

const posix = ['sh', '-ec'];

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly id?: string;
      readonly name: string;
      readonly if?: string;
      readonly run?: string;
      readonly uses?: string;
      readonly with?: { readonly name?: string; readonly path?: string };
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

export const action = parse(textOf('action.yml')) as Action;

/** The steps of the action, with the inputs of a job. */
export function actionWith(given: Readonly<Record<string, string>>): Pipeline {
  const { inputs, runs } = action;
  const filled = (text = ''): string =>
    text.replace(
      /\$\{\{ inputs\.(\w+) \}\}/g,
      (_, name: string) => given[name] ?? inputs[name]?.default ?? '',
    );
  const scripts = runs.steps.filter(({ run }) => run !== undefined);
  const keeps = runs.steps.find(({ uses }) => uses?.includes('upload-artifact'));
  const [, needed] = /steps\.(\w+)\.outcome != 'skipped'/.exec(keeps?.if ?? '') ?? [];
  return {
    scripts: scripts.map(({ run = '' }) => run),
    shell: ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'],
    variables: Object.fromEntries(
      scripts.flatMap(({ env = {} }) => Object.entries(env).map(([name, value]) => [name, filled(value)])),
    ),
    kept: filled(keeps?.with?.path),
    keptAfter: scripts.find(({ id }) => id === needed)?.run,
  };
}

interface Job {
  readonly image: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly artifacts: { readonly when: string; readonly paths: readonly [string]; readonly reports: object };
}

function ofGitlab({ script, variables, artifacts }: Job): Pipeline {
  const whole = script.join('\n');
  return {
    scripts: [whole],
    shell: posix,
    variables,
    kept: artifacts.paths[0],
    keptAfter: artifacts.when === 'always' ? whole : undefined,
  };
}

/** The job of the GitLab template. */
export function gitlab(): Pipeline {
  const jobs = parse(textOf('examples/ci/gitlab-ci.yml')) as { 'ledger-conformance': Job };
  return ofGitlab(jobs['ledger-conformance']);
}

const [header = '', content = ''] = textOf('templates/conformance.yml').split('\n---\n');

interface Input {
  readonly default?: string;
  readonly description: string;
}

/** Both documents of the component for GitLab, and its inputs. */
export const component = {
  header,
  content,
  inputs: (parse(header) as { spec: { inputs: Readonly<Record<string, Input>> } }).spec.inputs,
};

/** The jobs of a pipeline that includes the component with these inputs: GitLab puts them into the values of the YAML. */
export function includedWith(given: Readonly<Record<string, string>>): Record<string, Job> {
  const json = JSON.stringify(parse(content));
  const values = json.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
    const value = given[name] ?? component.inputs[name]?.default;
    if (value === undefined) throw new Error(`${name} is not given.`);
    return JSON.stringify(value).slice(1, -1);
  });
  return JSON.parse(values) as Record<string, Job>;
}

/** The job of the component with these inputs. */
export function componentWith(given: Readonly<Record<string, string>>): Pipeline {
  const [job] = Object.values(includedWith(given));
  if (job === undefined) throw new Error('There is no job.');
  return ofGitlab(job);
}

/** The `sh` steps of the Jenkinsfile, as the shell gets them, and its `environment`. */
export function jenkins(): Pipeline {
  const text = textOf('examples/ci/Jenkinsfile');
  const found = [...text.matchAll(/'''\n([\s\S]*?)'''/g)];
  const scripts = found.map(([, script = '']) => script.replaceAll('\\\\', '\\'));
  const environment = /environment \{([\s\S]*?)\n {2}\}/.exec(text)?.[1] ?? '';
  const [, archived = ''] = /archiveArtifacts artifacts: '([^'*]+)\*\*'/.exec(text) ?? [];
  // The results are kept by the stage whose block they stand in: the last one that begins in front of them.
  const stage = text.lastIndexOf('\n    stage(', text.indexOf('archiveArtifacts'));
  const isOfStage = text.indexOf('\n      post {') > stage;
  return {
    scripts,
    shell: posix,
    variables: Object.fromEntries(
      [...environment.matchAll(/^ +(\w+) = '([^']*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
    ),
    kept: archived,
    keptAfter: scripts[isOfStage ? found.findIndex(({ index }) => index > stage) : 0],
  };
}
