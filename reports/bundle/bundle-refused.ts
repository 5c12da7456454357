/**
 * What kind of thing is wrong with a bundle, in the order in which `verify` looks. A kind has an exit status of its own
 * (docs/exit-status.md).
 */
export type RefusalKind =
  | 'signature'
  | 'integrity'
  | 'schema'
  | 'required-set'
  | 'judgement'
  | 'expired-or-secret';

/** A bundle is not what it says, or not by someone trusted; the message is a sentence for its reader. */
export class BundleRefused extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, sentence: string) {
    super(sentence);
    this.name = 'BundleRefused';
    this.kind = kind;
  }
}
