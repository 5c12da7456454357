import { type ClientStyle, files, type Gateway, type Place } from './gateway.ts';

/** What a row adds to the sections of haproxy's configuration. */
interface Added extends ClientStyle {
  readonly defaults?: string;
  readonly frontend?: string;
  readonly backend?: string;
}

/** haproxy in HTTP mode, with the timeouts of its documentation. */
export function haproxy(added: Added = {}): Gateway {
  return {
    program: 'haproxy',
    style: added,
    args: (file) => ['-db', '-f', file],
    configuration: (place) => configuration(added, place),
  };
}

function configuration(
  { defaults = '', frontend = '', backend = '', tls, clientCertificates, prefix }: Added,
  { folder, port, back }: Place,
): string {
  const secured = [
    `ssl crt ${folder}/${files.pair} ssl-min-ver TLSv${tls} ssl-max-ver TLSv${tls}`,
    ...(clientCertificates === true ? [`ca-file ${folder}/${files.authority} verify required`] : []),
  ];
  return `global
  maxconn 512
defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
  ${defaults}
frontend front
  bind 127.0.0.1:${port} ${tls === undefined ? '' : secured.join(' ')}
  ${prefix === undefined ? '' : `http-request replace-path ${prefix}(/.*) \\1`}
  ${frontend}
  default_backend ledger
backend ledger
  ${backend}
  server one 127.0.0.1:${back}
`;
}
