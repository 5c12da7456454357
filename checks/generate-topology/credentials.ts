import { credentialChecks } from '../conduct/credentials.ts';
import { schemeChecks } from '../conduct/schemes.ts';
import { conductGenerateSchemes, validGenerate } from './valid.ts';

/** The credential table and both schemes on generate-topology. */
export const generateCredentialChecks = [
  ...credentialChecks('generate-topology', validGenerate),
  ...schemeChecks('generate-topology', conductGenerateSchemes),
];
