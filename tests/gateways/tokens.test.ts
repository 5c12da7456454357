import { tokenRows } from './rows.ts';
import { testRows } from './test-rows.ts';

// Beside the others: these runs are slow on purpose, and leave the processors to them.
testRows('A run outlives its tokens:', tokenRows);
