/** The kinds of problems with a bundle, and the exit status of `verify` for each (docs/exit-status.md). */
const statuses = {
  signature: 3,
  timestamp: 6,
  'log-entry': 6,
  integrity: 5,
  schema: 6,
  'required-set': 7,
  judgement: 8,
  'expired-or-secret': 9,
  revoked: 10,
} as const;

export type RefusalKind = keyof typeof statuses;

/** The exit status of a kind of problem. */
export function refusalStatus(kind: RefusalKind): number {
  return statuses[kind];
}

/** The bundle is invalid, or not signed by a trusted key. The message is a sentence for users. */
export class BundleRefused extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, sentence: string) {
    super(sentence);
    this.name = 'BundleRefused';
    this.kind = kind;
  }
}

/** @throws BundleRefused always */
export function refuse(kind: RefusalKind, sentence: string): never {
  throw new BundleRefused(kind, sentence);
}
