import { checksOf, test } from '../../engine/spec.ts';
import { declareHttpOpen } from '../shared/http-open.ts';
import { observedOf } from '../shared/open.ts';
import { declareOpenSchemes } from '../shared/schemes.ts';
import { validList } from './traffic.ts';

declareOpenSchemes('list-users', validList);
declareHttpOpen('list-users', validList);

const check = checksOf('list-users');
const observed = observedOf(() => ({}));

test(
  ...check(
    'HTTP-OPEN-GET-BODY',
    observed(() => [
      { kind: 'body-on-get', request: { body: Buffer.from('{}'), contentType: 'application/json' } },
    ]),
  ),
);
