import { requirement as entry } from '../../requirements/catalogue.ts';
import type { Check } from '../../session/check.ts';
import { credentialChecks } from '../conduct/credentials.ts';
import { httpOpenChecks } from '../conduct/http-open.ts';
import { mixedTrafficCheck } from '../conduct/mixed-traffic.ts';
import { credentialSamples, failureRequirements, sampleChecks } from '../conduct/sample.ts';
import { openSchemeChecks, schemeChecks, sendValid } from '../conduct/schemes.ts';
import type { MakeValid } from '../conduct/valid-request.ts';

const operation = 'get-version';

const valid: MakeValid = () => ({ request: {} });

const plain = { kind: 'no-parameters', as: 'VER-SUCCESS' };

/** Every check of get-version by concern. */
export const checks = {
  credentials: [...credentialChecks(operation, valid), ...schemeChecks(operation, sendValid(valid), valid)],
  failures: sampleChecks(operation, ['VER-FAILURE-FORM', ...failureRequirements], (conductor) =>
    credentialSamples(conductor, {}),
  ),
  success: sampleChecks(
    operation,
    ['VER-SUCCESS', 'VER-RES-MEDIA', 'VER-RES-VERSION', 'VER-OPEN-UNKNOWN-FIELDS'],
    () => [{ draft: plain, request: {} }],
  ),
  unstated: [...openSchemeChecks(operation, valid), ...httpOpenChecks(operation, valid)].filter(
    ({ requirement }) => entry(requirement).operations.includes(operation),
  ),
  whole: [
    mixedTrafficCheck(operation, valid, () =>
      Array.from({ length: 10 }, () => ({ draft: plain, request: {}, needsControl: false })),
    ),
  ],
} satisfies Readonly<Record<string, readonly Check[]>>;
