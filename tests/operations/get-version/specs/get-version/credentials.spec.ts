import { declareCredentials } from '../shared/credentials.ts';
import { openingIdle } from '../shared/idle-connections.ts';
import { declareSchemes } from '../shared/schemes.ts';
import { versionTraffic } from './traffic.ts';

const { valid } = versionTraffic;

declareCredentials('get-version', valid, { first: (parts) => openingIdle(valid, parts) });
declareSchemes('get-version', valid);
