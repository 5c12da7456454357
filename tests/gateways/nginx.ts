import { type ClientStyle, files, type Gateway, type Place } from './gateway.ts';

/** What a row adds to the places of nginx's configuration. */
interface Added extends ClientStyle {
  readonly http?: string;
  readonly upstream?: string;
  readonly server?: string;
  readonly location?: string;
}

/** nginx as a reverse proxy. */
export function nginx(added: Added = {}): Gateway {
  return {
    program: 'nginx',
    style: added,
    args: (file, { folder }) => ['-p', folder, '-e', 'stderr', '-c', file],
    configuration: (place) => configuration(added, place),
  };
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function configuration(
  { http = '', upstream = '', server = '', location = '', tls, clientCertificates, prefix = '' }: Added,
  { folder, port, back }: Place,
): string {
  const secured = [
    `ssl_certificate ${folder}/${files.certificate};`,
    `ssl_certificate_key ${folder}/${files.key};`,
    `ssl_protocols TLSv${tls};`,
    ...(clientCertificates === true
      ? [`ssl_client_certificate ${folder}/${files.authority};`, 'ssl_verify_client on;']
      : []),
  ];
  return `daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log ${folder}/access.log;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http}
  upstream ledger {
    server 127.0.0.1:${back};
    ${upstream}
  }
  server {
    listen 127.0.0.1:${port}${tls === undefined ? '' : ' ssl'};
    ${tls === undefined ? '' : secured.join('\n    ')}
    ${server}
    location ${prefix}/ {
      proxy_pass http://ledger${prefix === '' ? '' : '/'};
      ${location}
    }
  }
}
`;
}
