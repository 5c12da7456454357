import { hash } from 'node:crypto';
import { allChecks } from '../checks/checks.ts';
import killMatrix from '../docs/kill-matrix.json' with { type: 'json' };
import { levelOf, type Profile } from '../profiles/profile.ts';
import { requirements } from '../requirements/catalogue.ts';
import { documentSha256 } from '../requirements/document-digest.ts';
import { jsonFile } from './json-file.ts';

/**
 * Every requirement of a profile with the digest of the words it quotes. A verifier generates this file from its own
 * catalogue and compares the whole.
 */
export function requirementsFile(profile: Profile): Buffer {
  const list = requirements
    .filter(({ excluded }) => excluded === undefined)
    .flatMap((entry) =>
      entry.operations.map((operation) => ({
        id: entry.id,
        operation,
        level: levelOf(profile, entry, operation),
        section: entry.section,
        textDigest: hash('sha256', JSON.stringify([entry.statement, entry.quote]), 'hex'),
      })),
    );
  return jsonFile({
    schemaVersion: 1,
    document: { sha256: documentSha256 },
    profile: profile.id,
    requirements: list,
  });
}

/** Every check: the version of its judge, and the faults that it condemns. */
export function checksFile(): Buffer {
  const kills = Object.entries(killMatrix.kills as Readonly<Record<string, readonly string[]>>);
  const checks = allChecks.map(({ requirement, operation, version }) => ({
    id: `${requirement}@${operation}`,
    requirement,
    operation,
    judge: version,
    condemns: kills
      .filter(([, by]) => by.includes(`${requirement}@${operation}`))
      .map(([fault]) => fault)
      .sort(),
  }));
  return jsonFile({ schemaVersion: 1, checks });
}

/** The kill matrix of this suite, which proves its checks. */
export function selfTestFile(): Buffer {
  return jsonFile(killMatrix);
}

/** The kill matrix as a statement refers to it. */
export const selfTest = {
  faults: killMatrix.faults,
  variants: killMatrix.variants,
  musts: killMatrix.musts,
} as const;
