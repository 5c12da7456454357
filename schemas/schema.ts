import deduplicationPeriod from './deduplication-period.schema.json' with { type: 'json' };
import error from './error.schema.json' with { type: 'json' };
import executeSubmissionRequest from './execute-submission.request.schema.json' with { type: 'json' };
import executeSubmissionResponse from './execute-submission.response.schema.json' with { type: 'json' };
import generateTopologyRequest from './generate-topology.request.schema.json' with { type: 'json' };
import generateTopologyResponse from './generate-topology.response.schema.json' with { type: 'json' };
import listUsersResponse from './list-users.response.schema.json' with { type: 'json' };
import minLedgerTime from './min-ledger-time.schema.json' with { type: 'json' };
import partySignatures from './party-signatures.schema.json' with { type: 'json' };
import signingPublicKey from './signing-public-key.schema.json' with { type: 'json' };
import user from './user.schema.json' with { type: 'json' };

const byStem = {
  'generate-topology.request': generateTopologyRequest,
  'signing-public-key': signingPublicKey,
  'generate-topology.response': generateTopologyResponse,
  'execute-submission.request': executeSubmissionRequest,
  'party-signatures': partySignatures,
  'deduplication-period': deduplicationPeriod,
  'min-ledger-time': minLedgerTime,
  'execute-submission.response': executeSubmissionResponse,
  user,
  'list-users.response': listUsersResponse,
  error,
};

/** The file name of a schema without `.schema.json`: one per table of interface.md. */
export type SchemaStem = keyof typeof byStem;

/** What every schema file has in common. `$id` is absolute; `$ref`s between the files are relative to it. */
export type SchemaDocument = { $id: string; title: string; description: string };

/** The JSON Schema (2020-12) of one table of interface.md. */
export function schema(stem: SchemaStem): SchemaDocument {
  return byStem[stem];
}

/** All schemas, in the order of interface.md: what a validator needs to resolve the references. */
export const allSchemas: readonly SchemaDocument[] = Object.values(byStem);
