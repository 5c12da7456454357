import { declareSoak } from '../declare-soak.ts';

declareSoak('generate-topology');
