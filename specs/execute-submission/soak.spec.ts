import { declareSoak } from '../declare-soak.ts';

declareSoak('execute-submission');
