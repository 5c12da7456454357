import { declareConcern } from '../declare.ts';

declareConcern('list-users', 'pages');
