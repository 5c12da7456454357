import { plainRequest } from '../../engine/plain-request.ts';
import type { MakeValid } from '../shared/cases.ts';
import { asRequest, drawnBody } from './bodies.ts';

/** A valid generate-topology request; if no synchronizer is configured, it is at least well-formed. */
export const validGenerate: MakeValid = (run, index) => ({
  request:
    run.facts.synchronizer === null
      ? plainRequest('generate-topology', null, run.identity(index))
      : asRequest(drawnBody(run, index)),
});
