import type { Check } from '../engine/check.ts';
import type { Operation } from '../requirements/requirement.ts';
import { operationStems } from '../schemas/openapi.ts';
import { executeTraffic } from './execute-submission/traffic.ts';
import { generateTraffic } from './generate-topology/traffic.ts';
import { listTraffic } from './list-users/traffic.ts';
import { scenarioCheck, type Traffic } from './shared/scenarios.ts';

const ordinaryTraffic: Readonly<Record<Operation, Traffic>> = {
  'generate-topology': generateTraffic,
  'execute-submission': executeTraffic,
  'list-users': listTraffic,
};

/** What ordinary clients do with each operation. */
export const scenarioChecks: readonly Check[] = operationStems.map((operation) =>
  scenarioCheck(operation, ordinaryTraffic[operation]),
);
