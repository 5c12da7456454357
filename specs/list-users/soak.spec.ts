import { declareSoak } from '../declare-soak.ts';

declareSoak('list-users');
