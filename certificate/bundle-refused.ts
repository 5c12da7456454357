/**
 * Kinds of problems with a bundle, in the order in which `verify` checks them. docs/exit-status.md has the exit
 * status of each.
 */
export type RefusalKind =
  | 'signature'
  | 'timestamp'
  | 'log-entry'
  | 'integrity'
  | 'schema'
  | 'required-set'
  | 'judgement'
  | 'expired-or-secret'
  | 'revoked';

/** The bundle is invalid, or not signed by a trusted key. The message is a sentence for users. */
export class BundleRefused extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, sentence: string) {
    super(sentence);
    this.name = 'BundleRefused';
    this.kind = kind;
  }
}
