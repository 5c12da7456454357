import { checksOf, test } from '../../engine/spec.ts';
import { credentialSamples, declareFailures, sample } from '../shared/sample.ts';

const failures = sample((run) => credentialSamples(run, { request: {} }));

test(...checksOf('get-version')('VER-FAILURE-FORM', failures));
declareFailures('get-version', failures);
