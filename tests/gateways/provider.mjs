// provider.mjs PORT OPTIONS: an OpenID provider on 127.0.0.1 whose one client gets JWTs by the grant of client credentials.
import { readFileSync } from 'node:fs';
import Provider from 'oidc-provider';

const [port, file] = process.argv.slice(2);
const { key, clientId, clientSecret, lifetime } = JSON.parse(readFileSync(file, 'utf8'));
const resource = 'https://ledger.test';
const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [key] },
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: key.alg,
    },
  ],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      getResourceServerInfo: () => ({
        scope: 'daml_ledger_api',
        audience: resource,
        accessTokenTTL: lifetime,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: key.alg } },
      }),
    },
  },
});
provider.listen(Number(port), '127.0.0.1');
