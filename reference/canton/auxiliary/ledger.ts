import type { AuxiliaryEndpoint } from '../../auxiliary-endpoint.ts';
import { hashToSign } from '../../keys/signature.ts';
import { writePreparedTransaction } from '../../prepared-transaction.ts';
import { bodyOf, success } from './json.ts';

const estimate = {
  confirmationRequestTrafficCostEstimation: 0,
  confirmationResponseTrafficCostEstimation: 0,
  totalTrafficCostEstimation: 0,
};

/** Version, synchronizers, and preparing a submission. */
export const ledgerEndpoints: readonly AuxiliaryEndpoint[] = [
  {
    method: 'GET',
    path: '/version',
    answer: () =>
      success({
        version: '3.5.1-SNAPSHOT',
        features: {
          experimental: {
            staticTime: { supported: false },
            commandInspectionService: { supported: true },
          },
          userManagement: { supported: true, maxRightsPerUser: 1000, maxUsersPageSize: 1000 },
          partyManagement: { maxPartiesPageSize: 10_000 },
          offsetCheckpoint: {
            maxOffsetCheckpointEmissionDelay: { seconds: 75, nanos: 0, unknownFields: { fields: {} } },
          },
          packageFeature: { maxVettedPackagesPageSize: 100 },
        },
      }),
  },
  {
    method: 'GET',
    path: '/state/connected-synchronizers',
    answer: ({ ledger }) =>
      success({
        connectedSynchronizers: [
          {
            synchronizerAlias: ledger.synchronizerAlias,
            synchronizerId: ledger.synchronizer,
            permission: 'PARTICIPANT_PERMISSION_UNSPECIFIED',
          },
        ],
      }),
  },
  {
    method: 'POST',
    path: '/interactive-submission/prepare',
    answer: (call) => {
      const { actAs, commandId, hashingSchemeVersion = 'HASHING_SCHEME_VERSION_V2' } = bodyOf(call);
      const prepared = writePreparedTransaction({
        actAs: Array.isArray(actAs) ? String(actAs[0]) : '',
        userId: call.claims?.sub ?? '',
        commandId: String(commandId),
      });
      return success({
        preparedTransaction: Buffer.from(prepared).toString('base64'),
        preparedTransactionHash: hashToSign(prepared).toString('base64'),
        hashingSchemeVersion,
        hashingDetails: null,
        costEstimation: { estimationTimestamp: new Date().toISOString(), ...estimate },
      });
    },
  },
];
