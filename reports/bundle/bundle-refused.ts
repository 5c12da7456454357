/**
 * Kinds of problems with a bundle, in the order in which `verify` checks them. Each has its own exit status
 * (docs/exit-status.md).
 */
export type RefusalKind =
  | 'signature'
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
