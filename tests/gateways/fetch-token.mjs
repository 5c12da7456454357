// fetch-token.mjs ADDRESS OPTIONS: prints an access token of this OpenID provider.
import { readFileSync } from 'node:fs';

const [address, file] = process.argv.slice(2);
const { clientId, clientSecret } = JSON.parse(readFileSync(file, 'utf8'));
const response = await fetch(`${address}/token`, {
  method: 'POST',
  headers: { Authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${clientSecret}`)}` },
  body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'daml_ledger_api' }),
});
const answer = await response.json();
if (!response.ok)
  throw new Error(`The token service responded ${response.status}: ${answer.error_description}`);
console.log(answer.access_token);
