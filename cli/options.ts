import { formatNames } from './run/format-files.ts';

/** What an option is for, and more about its value: a default, whether it must be given, and how several are given. */
interface Described {
  readonly text: string;
  readonly default?: string;
  readonly isRequired?: true;
  /** `commas`: separated by commas or repeated; `repeated`: may contain commas. */
  readonly several?: 'commas' | 'repeated';
}

/** Options by their flags. A flag without a value is true or absent. */
export type Declared = Readonly<Record<string, string | Described>>;

const strict = { '--strict': 'treat a failed SHOULD like a failed MUST' } as const;
const profile = {
  '--profile <profile>': 'document (default), canton-3.5, canton-3.6, or the path of a profile',
} as const;
const terminalOrJson = { '--format <format>': { text: 'terminal or json', default: 'terminal' } } as const;
const profileOfRun = { '--profile <path>': 'the profile of the run, if it is not a built-in one' } as const;
const requireTarget = { '--require-target': 'exit with status 2 if no target is configured' } as const;
const requireAll = { '--require-all': 'exit with status 3 if coverage is partial' } as const;
const spread = { '--spread <time>': 'spread the requests over this time, such as 2h' } as const;
const history = {
  '--history <folder>': 'a folder of earlier runs that report.html shows as a history',
} as const;
const toFile = { '--output <file>': 'write to a file instead of the terminal' } as const;
const formats = `comma-separated formats to write: ${formatNames.join(', ')}`;

/** Options of all commands that report on a finished run. */
const ofReports = {
  '--format <formats>': { text: formats, several: 'commas' },
  '--profile <profile>': 'the profile of the run, if it was given as a path',
  ...strict,
  ...requireAll,
} as const;

const bundle = 'an archive if it ends in .zip, otherwise a folder; never overwritten';

/** The options of each command, declared once: parsing, help, completion, the types of commands and the tables of docs/ follow. */
export const declared = {
  run: {
    '--only <ids>':
      'comma-separated requirement ids, checks (ID@operation) or operations; coverage is then partial',
    '--format <formats>': { text: `${formats} (default: junit)`, several: 'commas' },
    ...strict,
    '--seed <seed>': 'determines the content of requests; random picks a new one',
    '--nonce <nonce>': 'determines identities; random by default',
    '--challenge <file>': 'answer the challenge of a certifier, which determines seed and nonce',
    '--effort <effort>':
      'quick: each case once; standard: at least 44 responses for each MUST; soak: thousands more cases',
    '--disguise': "make every request look like an ordinary client's; picks a random seed",
    ...spread,
    '--output <folder>': 'results folder (default: conformance-results)',
    ...history,
    '--shard <i/n>': 'run one part, such as 2/7; `merge` combines the parts',
    '--resume': 'continue the interrupted run in the folder of --output',
    ...requireTarget,
    ...requireAll,
  },
  init: {
    '--yes': 'do not ask; use the environment variables that are set',
    '--force': 'overwrite an existing .env',
    '--specs': 'write a playwright.config.ts and a first spec of your own instead',
  },
  doctor: {
    '--certify': 'show what prevents a certificate, and how to fix it',
    '--verbose': 'list the requirements that each missing setting leaves out',
    ...terminalOrJson,
  },
  explain: { ...profile, ...terminalOrJson },
  list: terminalOrJson,
  judge: { ...profile, ...strict },
  replay: { '--output <folder>': { text: 'results folder of the replay', default: 'conformance-replay' } },
  report: { ...history, ...ofReports },
  waive: {
    '--owner <name>': { text: 'who is responsible for the failures', isRequired: true },
    '--expires <date>': {
      text: 'the last day of the waivers, such as 2026-03-31; at most 90 days ahead',
      isRequired: true,
    },
    '--reason <text>': 'why the failures are accepted for now',
    '--issue <url>': 'where the fix is tracked',
    '--strict': 'also waive failed SHOULDs, for a run with --strict',
    '--output <file>': { text: 'the waiver file, which must not exist yet', default: 'waivers.yaml' },
  },
  merge: {
    '--output <folder>': { text: 'a new folder for the merged run', isRequired: true },
    ...ofReports,
  },
  compare: {
    '--format <form>': { text: 'terminal, markdown, html or json', default: 'terminal' },
    ...toFile,
    '--strict': 'treat a SHOULD that got worse like a MUST',
  },
  trend: { '--format <form>': { text: 'markdown, html or svg', default: 'markdown' }, ...toFile },
  certify: {
    '--key <files>': { text: 'private keys (PEM or JWK); each adds a signature', several: 'commas' },
    '--bundle <path>': { text: `the bundle: ${bundle}`, default: 'certificate' },
    '--organization <name>': 'vendor of the tested product',
    '--product <name>': 'tested product',
    '--product-version <version>': 'version of the tested product',
    '--valid-days <days>': { text: 'validity of the certificate in days, 1 to 400', default: '365' },
    '--challenge <file>': 'answer this challenge of a certifier; with --from, the run must have answered it',
    '--certifier-key <files>': {
      text: 'with --challenge: public keys of certifiers; a challenge issued by another key is rejected',
      several: 'commas',
    },
    '--artifact <file>': {
      text: 'a tested file, or its digest as [NAME@]sha256:HEX; repeatable',
      several: 'repeated',
    },
    ...spread,
    '--output <folder>': 'results folder of the run (default: conformance-results)',
    '--from <folder>': 'certify a finished run instead of starting one',
    '--undisguised <reason>': 'do not disguise the run; the reason is signed',
    '--undisguised-because <reason>':
      'with --from: why that run was not disguised, if it did not say so; it is signed',
    '--counter-sign <bundle>': 'verify this bundle, add a signature and write it to --bundle instead',
    '--signer <files>': {
      text: 'with --counter-sign: public keys that must have signed it',
      several: 'commas',
    },
    '--profile <path>': 'with --counter-sign: the profile of the run, if it is not a built-in one',
    '--reference': 'certify the embedded reference server, to try the command out',
  },
  verify: {
    '--key <files>': { text: 'public keys that you trust (PEM or JWK)', several: 'commas' },
    '--threshold <count>': { text: 'how many of them must have signed both statements', default: '1' },
    '--certifier-key <files>': {
      text: 'public keys of certifiers: their challenges count, and they may revoke',
      several: 'commas',
    },
    '--assurance <kind>': {
      text: 'the lowest level to accept: self-declared, challenged, challenged-in-time or witnessed',
      default: 'self-declared',
    },
    '--status <files>': {
      text: 'lists of revoked certificates; reject the certificate if it is on one of them',
      several: 'commas',
    },
    '--artifact <file>': {
      text: 'require this tested file, or digest [NAME@]sha256:HEX',
      several: 'repeated',
    },
    ...terminalOrJson,
    ...profileOfRun,
    '--timestamp-root <files>': {
      text: 'require a timestamp whose authority has one of these roots (PEM)',
      several: 'commas',
    },
    '--log-key <files>': {
      text: 'require an entry in a transparency log with one of these public keys',
      several: 'commas',
    },
    '--verbose': 'print each rule with what was checked',
  },
  challenge: {
    '--key <file>': {
      text: 'private key of the certifier; its public half goes into the challenge',
      isRequired: true,
    },
    '--output <file>': { text: 'where to write the challenge; never overwritten', isRequired: true },
    '--valid-hours <hours>': { text: 'hours within which a run must begin, 1 to 2160', default: '168' },
    ...profile,
    '--effort <effort>': { text: 'the effort of the run: standard or soak', default: 'standard' },
    '--organization <name>': 'the only vendor that may use it; default: any',
    '--product <name>': 'the only product that it may be used for; default: any',
    '--product-version <version>': 'the only version of it; default: any',
  },
  revoke: {
    '--key <file>': { text: 'private key that signed them, or that of a certifier', isRequired: true },
    '--status <file>': { text: 'the list; created if it does not exist', isRequired: true },
    '--bundle <path>': { text: 'a certificate to revoke; repeatable', several: 'repeated' },
    '--digest <sha256>': {
      text: 'a certificate to revoke, by the digest that `verify` prints; repeatable',
      several: 'commas',
    },
    '--challenge <file>': {
      text: 'revoke every certificate that answers this challenge; repeatable',
      several: 'repeated',
    },
    '--reason <text>': 'the reason that `verify` shows',
    '--valid-days <days>': {
      text: 'days until verifiers reject the list as outdated, 1 to 400',
      default: '30',
    },
  },
  attach: {
    '--timestamp <file>': 'the response of a timestamp authority (RFC 3161), or the token in it',
    '--log-entry <file>': 'the response of Rekor, or a Sigstore bundle with one entry',
    '--bundle <path>': `the new bundle: ${bundle}`,
    '--write-signature <file>': 'write the signature to be timestamped',
    '--signer <file>': 'with --write-signature: the public key of that signature, if the bundle has several',
  },
  keygen: { '--type <kind>': { text: 'ed25519 or p-256', default: 'ed25519' } },
  specs: {
    '--output <folder>': { text: 'folder for their exchanges', default: 'conformance-specs' },
    '--routes <file>': 'without a target: operations of your own for the reference server',
    ...requireTarget,
  },
  'provision clean': { '--nonce <nonce>': { text: 'the nonce of that run', isRequired: true } },
  serve: {
    '--port <port>': 'default: a free port',
    '--prefix <path>': 'a path prefix such as /ledger',
    '--users <count>': 'number of users',
    '--single-use': 'accept each prepared transaction only once',
    '--profile <name>': 'behave as under a profile: document (default) or canton-3.5',
    '--fault <id>': 'break the contract in one way (`list faults`)',
    '--variant <id>': 'differ in what the document leaves open (`list variants`)',
    '--routes <file>': 'serve operations of your own too (docs/adding-an-operation.md)',
    '--tls': 'serve https with a certificate made on the spot, whose authority is written too',
    '--folder <folder>': { text: 'folder for the .env and the execute body', default: 'reference-server' },
  },
} as const satisfies Readonly<Record<string, Declared>>;

/** `--valid-days <days>` is `validDays`. */
type Member<Flag> = Flag extends `${infer Name} <${string}`
  ? Member<Name>
  : Flag extends `--${infer First}-${infer Rest}`
    ? `${First}${Capitalize<Member<`--${Rest}`>>}`
    : Flag extends `--${infer Name}`
      ? Name
      : never;

type Kind<Told> = Told extends { readonly default: string } | { readonly isRequired: true }
  ? 'given'
  : 'optional';

type Parsed<Told extends Declared, Wanted extends 'given' | 'optional'> = {
  readonly [Flag in keyof Told as Kind<Told[Flag]> extends Wanted
    ? Member<Flag>
    : never]: Told[Flag] extends {
    readonly several: string;
  }
    ? readonly string[]
    : Flag extends `${string}<${string}`
      ? string
      : boolean;
};

/** The options of a command as they are parsed: those with a default, and required ones, are always there. */
export type Options<Name extends keyof typeof declared> = Parsed<(typeof declared)[Name], 'given'> &
  Partial<Parsed<(typeof declared)[Name], 'optional'>>;
