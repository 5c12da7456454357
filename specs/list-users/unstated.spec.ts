import { checksOf, test } from '../../engine/spec.ts';
import { sendAll } from '../shared/cases.ts';
import { alone, declareHttpOpen } from '../shared/http-open.ts';
import { declareOpenSchemes } from '../shared/schemes.ts';
import { validList } from './traffic.ts';

declareOpenSchemes('list-users', validList);
declareHttpOpen('list-users', validList);

const bodyOnGet = alone({
  kind: 'body-on-get',
  request: { body: Buffer.from('{}'), contentType: 'application/json' },
});
test(...checksOf('list-users')('HTTP-OPEN-GET-BODY', { cases: (run) => sendAll(run, [bodyOnGet]) }));
