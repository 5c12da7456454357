import { declareHttpOpen } from '../shared/http-open.ts';
import { declareOpenSchemes } from '../shared/schemes.ts';
import { versionTraffic } from './traffic.ts';

declareOpenSchemes('get-version', versionTraffic.valid);
declareHttpOpen('get-version', versionTraffic.valid);
