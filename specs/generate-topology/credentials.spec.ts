import { declareCredentials } from '../shared/credentials.ts';
import { declareSchemes } from '../shared/schemes.ts';
import { validGenerate } from './bodies.ts';

declareCredentials('generate-topology', validGenerate);
declareSchemes('generate-topology', validGenerate);
