import { type ClientStyle, files, type Gateway, type Place } from './gateway.ts';

/** What a row adds to Apache's configuration. */
interface Added extends ClientStyle {
  readonly server?: string;
  /** Parameters of ProxyPass. */
  readonly worker?: string;
}

/** Apache httpd with the modules that Debian enables, and those of a proxy. */
export function apache(added: Added = {}): Gateway {
  return {
    program: 'apache2',
    style: added,
    args: (file) => ['-D', 'FOREGROUND', '-f', file],
    configuration: (place) => configuration(added, place),
  };
}

const modules = ['mpm_event', 'authz_core', 'reqtimeout', 'filter', 'deflate', 'proxy', 'proxy_http', 'ssl'];

function configuration(
  { server = '', worker = '', tls, clientCertificates, prefix = '' }: Added,
  { folder, port, back }: Place,
): string {
  const secured = [
    'SSLEngine on',
    `SSLProtocol -all +TLSv${tls}`,
    `SSLCertificateFile ${folder}/${files.certificate}`,
    `SSLCertificateKeyFile ${folder}/${files.key}`,
    ...(clientCertificates === true
      ? [`SSLCACertificateFile ${folder}/${files.authority}`, 'SSLVerifyClient require']
      : []),
  ];
  return `ServerRoot ${folder}
DefaultRuntimeDir ${folder}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
LogLevel error
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
ServerName localhost
Listen 127.0.0.1:${port}
RequestReadTimeout header=20-40,minrate=500 body=10,minrate=500
${tls === undefined ? '' : secured.join('\n')}
${server}
ProxyPass ${prefix}/ http://127.0.0.1:${back}/ ${worker}
`;
}
