import { plainRequest } from '../../session/plain-request.ts';
import type { MakeValid } from '../conduct/valid-request.ts';
import { asRequest, drawnBody } from './bodies.ts';

/** A valid generate-topology request; if no synchronizer is configured, it is at least well-formed. */
export const validGenerate: MakeValid = (conductor, index) => ({
  request:
    conductor.facts.synchronizer === null
      ? plainRequest('generate-topology', null, conductor.identity(index))
      : asRequest(drawnBody(conductor, index)),
});
