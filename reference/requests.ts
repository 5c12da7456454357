import type { Query } from './decode.ts';

/** Request bodies after the structural rules (interface.md, Resources and their fields). */
export interface GenerateTopologyRequest {
  readonly synchronizer: string;
  readonly partyHint: string;
  readonly publicKey: { readonly format: string; readonly keyData: string; readonly keySpec: string };
  readonly localParticipantObservationOnly?: boolean;
  readonly otherConfirmingParticipantUids?: readonly string[];
  readonly confirmationThreshold?: number;
  readonly observingParticipantUids?: readonly string[];
}

export interface PartySignature {
  readonly format: string;
  readonly signature: string;
  readonly signedBy: string;
  readonly signingAlgorithmSpec: string;
}

export interface ExecuteSubmissionRequest {
  readonly preparedTransaction: string;
  readonly partySignatures: {
    readonly signatures: readonly {
      readonly party: string;
      readonly signatures: readonly PartySignature[];
    }[];
  };
  readonly submissionId: string;
  readonly hashingSchemeVersion: string;
  readonly deduplicationPeriod?: object;
  readonly userId?: string;
  readonly minLedgerTime?: object;
}

export type ListUsersRequest = Query;
