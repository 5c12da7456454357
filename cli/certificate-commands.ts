import type { Command } from 'commander';
import { collect, collectWhole } from './option-lists.ts';

/** Runs a command and sets the exit status to its result. */
type Ends = (command: () => Promise<number>) => Promise<void>;

/** Adds the commands that make, change and check certificates. */
export function addCertificateCommands(program: Command, ends: Ends): void {
  addSigning(program, ends);
  addVerifying(program, ends);
  addForCertifiers(program, ends);
  addAttachingAndKeys(program, ends);
}

function addSigning(program: Command, ends: Ends): void {
  program
    .command('certify')
    .description('run the suite and sign the result as a bundle that anyone can verify')
    .option('--key <files>', 'private keys (PEM or JWK); each adds a signature', collect)
    .option(
      '--bundle <path>',
      'the bundle: an archive if it ends in .zip, otherwise a folder; never overwritten',
      'certificate',
    )
    .option('--organization <name>', 'vendor of the tested product')
    .option('--product <name>', 'tested product')
    .option('--product-version <version>', 'version of the tested product')
    .option('--valid-days <days>', 'validity of the certificate in days, 1 to 400', '365')
    .option(
      '--challenge <file>',
      'answer this challenge of a certifier; with --from, the run must have answered it',
    )
    .option(
      '--certifier-key <files>',
      'with --challenge: public keys of certifiers; a challenge issued by another key is rejected',
      collect,
    )
    .option(
      '--artifact <file>',
      'a tested file, or its digest as [NAME@]sha256:HEX; repeatable',
      collectWhole,
    )
    .option('--output <folder>', 'results folder of the run (default: conformance-results)')
    .option('--from <folder>', 'certify a finished run instead of starting one')
    .option('--undisguised <reason>', 'do not disguise the run; the reason is signed')
    .option('--counter-sign <bundle>', 'verify this bundle, add a signature and write it to --bundle instead')
    .option('--signer <files>', 'with --counter-sign: public keys that must have signed it', collect)
    .option('--profile <path>', 'with --counter-sign: the profile of the run, if it is not a built-in one')
    .option('--reference', 'certify the embedded reference server, to try the command out')
    .action((options) => ends(async () => (await import('./commands/certify.ts')).certify(options)));
}

function addVerifying(program: Command, ends: Ends): void {
  program
    .command('verify <bundle>')
    .description('verify a bundle offline: signatures, completeness, and every judgement')
    .option('--key <files>', 'public keys that you trust (PEM or JWK)', collect)
    .option('--threshold <count>', 'how many of them must have signed both statements', '1')
    .option(
      '--certifier-key <files>',
      'public keys of certifiers: their challenges count, and they may revoke',
      collect,
    )
    .option(
      '--assurance <kind>',
      'the lowest level to accept: self-declared, challenged or witnessed',
      'self-declared',
    )
    .option(
      '--status <files>',
      'lists of revoked certificates; reject the certificate if it is on one of them',
      collect,
    )
    .option('--artifact <file>', 'require this tested file, or digest [NAME@]sha256:HEX', collectWhole)
    .option('--format <format>', 'terminal or json', 'terminal')
    .option('--profile <path>', 'the profile of the run, if it is not a built-in one')
    .option(
      '--timestamp-root <files>',
      'require a timestamp whose authority has one of these roots (PEM)',
      collect,
    )
    .option(
      '--log-key <files>',
      'require an entry in a transparency log with one of these public keys',
      collect,
    )
    .option('--verbose', 'print each rule of the certificate with what was looked at')
    .action((bundle, options) =>
      ends(async () => (await import('./commands/verify.ts')).verify(bundle, options)),
    );
}

function addForCertifiers(program: Command, ends: Ends): void {
  program
    .command('challenge')
    .description('issue a challenge as a certifier, which proves that a run was made afterwards')
    .requiredOption('--key <file>', 'private key of the certifier; its public half goes into the challenge')
    .requiredOption('--output <file>', 'where to write the challenge; never overwritten')
    .option('--valid-hours <hours>', 'hours within which a run must begin, 1 to 2160', '168')
    .option('--organization <name>', 'the only vendor that may use it; default: any')
    .option('--product <name>', 'the only product that it may be used for; default: any')
    .option('--product-version <version>', 'the only version of it; default: any')
    .action((options) => ends(async () => (await import('./commands/challenge.ts')).challenge(options)));

  program
    .command('revoke')
    .description('revoke certificates: add them to a signed list, or issue the list again')
    .requiredOption('--key <file>', 'private key that signed them, or that of a certifier')
    .requiredOption('--status <file>', 'the list; created if it does not exist')
    .option('--bundle <path>', 'a certificate to revoke; repeatable', collectWhole)
    .option(
      '--digest <sha256>',
      'a certificate to revoke, by the digest that `verify` prints; repeatable',
      collect,
    )
    .option(
      '--challenge <file>',
      'revoke every certificate that answers this challenge; repeatable',
      collectWhole,
    )
    .option('--reason <text>', 'the reason that `verify` shows')
    .option('--valid-days <days>', 'days until verifiers reject the list as outdated, 1 to 400', '30')
    .action((options) => ends(async () => (await import('./commands/revoke.ts')).revoke(options)));
}

function addAttachingAndKeys(program: Command, ends: Ends): void {
  program
    .command('attach <bundle>')
    .description('add a timestamp or a transparency log entry to a copy of a bundle')
    .option('--timestamp <file>', 'the response of a timestamp authority (RFC 3161), or the token in it')
    .option('--log-entry <file>', 'the response of Rekor, or a Sigstore bundle with one entry')
    .option(
      '--bundle <path>',
      'the new bundle: an archive if it ends in .zip, otherwise a folder; never overwritten',
    )
    .option('--write-signature <file>', 'write the signature to be timestamped')
    .option(
      '--signer <file>',
      'with --write-signature: the public key of that signature, if the bundle has several',
    )
    .action((bundle, options) =>
      ends(async () => (await import('./commands/attach.ts')).attach(bundle, options)),
    );

  program
    .command('keygen <file>')
    .description('generate a key pair for signing certificates: FILE and FILE.pub')
    .option('--type <kind>', 'ed25519 or p-256', 'ed25519')
    .action((file, options) =>
      ends(async () => (await import('./commands/keygen.ts')).keygen(file, options)),
    );
}
