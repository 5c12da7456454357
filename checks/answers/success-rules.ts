import type { Operation } from '../../requirements/requirement.ts';
import type { SchemaStem } from '../../schemas/schema.ts';

/** What a success of an operation is held against: its schema, and who is to blame for a wrong form. */
export interface SuccessRules {
  readonly success: string;
  readonly media: string;
  readonly object: string;
  readonly schema: SchemaStem;
}

export const successRules: Readonly<Record<Operation, SuccessRules>> = {
  'generate-topology': {
    success: 'GT-SUCCESS',
    media: 'GT-RES-MEDIA',
    object: 'GT-RES-MEDIA',
    schema: 'generate-topology.response',
  },
  'execute-submission': {
    success: 'EX-SUCCESS',
    media: 'EX-RES-MEDIA',
    object: 'EX-RES-OBJECT',
    schema: 'execute-submission.response',
  },
  'list-users': {
    success: 'LU-SUCCESS',
    media: 'LU-RES-MEDIA',
    object: 'LU-RES-MEDIA',
    schema: 'list-users.response',
  },
};
