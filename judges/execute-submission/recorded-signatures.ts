import { findingOf } from '../../journal/finding.ts';
import { isObject, readObject, shown } from '../../json/read-json.ts';
import { succeeded } from '../answers/answer-kind.ts';
import type { ClassifiedRecord, Together } from '../recorded/recorded-operation.ts';

/** One accepted signature: what was signed, by whom, and how. */
interface Accepted {
  readonly exchange: string;
  readonly submission: string;
  readonly signature: string;
}

/**
 * Compares accepted submissions. An Ed25519 signature is determined by key and message (RFC 8032 §5.1.6), so of two
 * different signatures of the same transaction for the same party, the rarer is wrong (ruling 15).
 */
export function judgeRecordedSignatures(records: readonly ClassifiedRecord[]): Together {
  const bySubmission = new Map<string, Map<string, string[]>>();
  for (const { submission, signature, exchange } of records.flatMap(acceptedIn)) {
    const signatures = bySubmission.get(submission) ?? new Map<string, string[]>();
    bySubmission.set(submission, signatures);
    signatures.set(signature, [...(signatures.get(signature) ?? []), exchange]);
  }
  const findings = [...bySubmission.values()].flatMap((signatures) => {
    const [, ...rarer] = [...signatures.values()].sort((a, b) => b.length - a.length);
    return rarer.map((exchanges) =>
      findingOf({
        requirement: 'EX-SIGNATURE-VERIFIED',
        operation: 'execute-submission',
        kind: 'signature-differs',
        pointer: '/partySignatures/signatures/0/signatures/0/signature',
        actual: `${signatures.size} different Ed25519 signatures were accepted`,
        exchanges,
      }),
    );
  });
  return { judged: {}, findings, observations: [] };
}

function acceptedIn({ exchange }: ClassifiedRecord): Accepted[] {
  const { answer, failure, request, id } = exchange;
  if (answer === undefined || failure !== undefined || !succeeded('execute-submission', answer)) return [];
  const { preparedTransaction, hashingSchemeVersion, partySignatures } = readObject(request.body) ?? {};
  const entries = isObject(partySignatures) ? partySignatures.signatures : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.filter(isObject).flatMap(({ party, signatures }) => {
    const [only, ...others] = Array.isArray(signatures) ? signatures : [];
    if (!isObject(only) || others.length > 0) return [];
    if (only.signingAlgorithmSpec !== 'SIGNING_ALGORITHM_SPEC_ED25519' || typeof only.signature !== 'string')
      return [];
    const bytes = Buffer.from(only.signature, 'base64').toString('hex');
    return [
      {
        exchange: id,
        submission: shown([preparedTransaction, hashingSchemeVersion, party], Number.POSITIVE_INFINITY),
        signature: `${bytes} by ${shown(only.signedBy, Number.POSITIVE_INFINITY)}`,
      },
    ];
  });
}
