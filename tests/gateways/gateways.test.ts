import { gatewayRows } from './rows.ts';
import { testRows } from './test-rows.ts';

testRows('A run judges a server, not what is in front of it:', gatewayRows);
