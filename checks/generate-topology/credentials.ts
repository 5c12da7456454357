import { credentialChecks } from '../conduct/credentials.ts';
import { schemeChecks, sendValid } from '../conduct/schemes.ts';
import { validGenerate } from './valid.ts';

/** The credential table and both schemes on generate-topology. */
export const generateCredentialChecks = [
  ...credentialChecks('generate-topology', validGenerate),
  ...schemeChecks('generate-topology', sendValid(validGenerate), validGenerate),
];
