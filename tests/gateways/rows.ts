import { faults } from '../../reference/faults/catalogue.ts';
import type { ReferenceOptions } from '../../reference/start.ts';
import { apache } from './apache.ts';
import { haproxy } from './haproxy.ts';
import { banRows, limitRows } from './limit-rows.ts';
import { nginx } from './nginx.ts';
import type { Row } from './row.ts';
import { squid } from './squid.ts';

/** A server with one fault, which every gateway passes on. */
function broken(): ReferenceOptions {
  const fault = faults.find(({ id }) => id === 'list-users-page-holds-one-more');
  if (fault === undefined) throw new Error('The fault has another name now.');
  return { fault };
}

/** The requirements that a page in place of an answer breaks: which ones, the seed decides. */
const ofTheForm = /-(?:FAILURE-FORM|FAILURE-TEXT|SUCCESS)$|-OPT-|^AUTH-APIKEY$/;

/** A gateway that refuses what the document allows, with a page of its own. */
const ownPage = (failed: readonly string[]) => ({ verdict: 'non-conformant', failed }) as const;

/** What requests of the client with many cookies belong to: ruling 39 makes them ordinary. */
const manyCookies = {
  expected: ownPage(['GT-FAILURE-FORM', 'GT-SUCCESS', 'LU-FAILURE-FORM']),
  mayFail: ofTheForm,
} as const;

/** The one cause that the summary names for all of them, and that turns all of them green. */
const onePage = (server: string): readonly RegExp[] => [
  new RegExp(`1\\. Responses are pages \\(400 text/html, from ${server}\\S*\\)`),
  new RegExp(`received 400 text/html, from ${server}`),
  /then (\d+) of \1 requirements pass/,
];

const oneFault = { verdict: 'non-conformant', failed: ['LU-PAGE-SIZE'] } as const;

/** Every body is long enough for a gateway that compresses. */
const zipped = 'gzip on; gzip_types application/json text/plain; gzip_min_length 1; gzip_proxied any;';

const nginxRows: readonly Row[] = [
  { name: 'nginx as it comes', gateway: nginx(), expected: {} },
  {
    name: 'nginx: TLS 1.2, kept connections to the server, gzip',
    isNightly: true,
    gateway: nginx({
      tls: '1.2',
      http: zipped,
      upstream: 'keepalive 16;',
      location: 'proxy_http_version 1.1; proxy_set_header Connection "";',
    }),
    expected: {},
  },
  {
    name: 'nginx: TLS 1.3, client certificates, no buffering, no kept connections',
    gateway: nginx({
      tls: '1.3',
      clientCertificates: true,
      server: 'keepalive_timeout 0;',
      location: 'proxy_buffering off; proxy_request_buffering off; proxy_http_version 1.1;',
    }),
    expected: {},
  },
  {
    name: 'nginx: a path prefix, error pages, 64 KiB of body',
    isNightly: true,
    gateway: nginx({
      prefix: '/ledger',
      server:
        'client_max_body_size 64k; error_page 400 404 413 414 500 502 503 504 /sorry.html; location = /sorry.html { internal; return 200 "<html><title>Sorry</title></html>"; }',
    }),
    expected: {},
  },
  {
    name: 'nginx: bodies of at most 16 KiB',
    isNightly: true,
    gateway: nginx({ server: 'client_max_body_size 16k;' }),
    expected: ownPage(['EX-FAILURE-FORM']),
    mayFail: ofTheForm,
    says: [/413 text\/html, from nginx/],
  },
  {
    name: 'nginx: lines of headers of at most 4 KiB',
    isNightly: true,
    gateway: nginx({ server: 'large_client_header_buffers 4 4k;' }),
    expected: {},
  },
  {
    name: 'nginx: lines of headers of at most 2 KiB',
    isNightly: true,
    gateway: nginx({ server: 'large_client_header_buffers 4 2k;' }),
    ...manyCookies,
    says: onePage('nginx'),
  },
  {
    name: 'nginx: error pages in place of what the server answers',
    gateway: nginx({
      location: 'proxy_intercept_errors on; error_page 401 403 /denied.html;',
      server: 'location = /denied.html { internal; return 401 "<html><title>Denied</title></html>"; }',
    }),
    expected: ownPage(['EX-FAILURE-FORM', 'GT-FAILURE-FORM', 'LU-FAILURE-FORM']),
    says: [/401 text\/html, from nginx/],
  },
  {
    name: 'nginx restarts in the middle',
    gateway: nginx(),
    meanwhile: { checks: 96, act: ({ gateway }) => gateway.restart() },
    mayRetry: true,
    expected: {},
  },
  {
    name: 'nginx: the server behind it restarts in the middle',
    isNightly: true,
    gateway: nginx(),
    meanwhile: { checks: 96, act: ({ restartServer }) => restartServer(1_000) },
    mayRetry: true,
    expected: {},
  },
  {
    name: 'nginx in front of a server with a fault',
    isNightly: true,
    gateway: nginx(),
    reference: broken(),
    expected: oneFault,
  },
];

const haproxyRows: readonly Row[] = [
  { name: 'haproxy as it comes', isNightly: true, gateway: haproxy(), expected: {} },
  {
    name: 'haproxy: TLS 1.2, client certificates, no kept connections',
    isNightly: true,
    gateway: haproxy({ tls: '1.2', clientCertificates: true, defaults: 'option httpclose' }),
    expected: {},
  },
  {
    name: 'haproxy: TLS 1.3, a path prefix, compression, whole requests',
    gateway: haproxy({
      tls: '1.3',
      prefix: '/ledger',
      defaults: 'option http-buffer-request',
      backend: 'compression algo gzip\n  compression type application/json text/plain',
    }),
    expected: {},
  },
  {
    name: 'haproxy: bodies of at most 12 KiB, rejected with its own 413',
    isNightly: true,
    gateway: haproxy({
      frontend: 'http-request deny deny_status 413 if { req.body_size gt 12288 }',
    }),
    // It sends no Server header.
    expected: ownPage(['EX-FAILURE-FORM']),
    mayFail: ofTheForm,
    says: [/413 text\/html .*413 Payload Too Large/],
  },
  {
    name: 'haproxy restarts in the middle',
    isNightly: true,
    gateway: haproxy(),
    meanwhile: { checks: 96, act: ({ gateway }) => gateway.restart() },
    mayRetry: true,
    expected: {},
  },
  {
    name: 'haproxy in front of a server with a fault',
    isNightly: true,
    gateway: haproxy({ tls: '1.3' }),
    reference: broken(),
    expected: oneFault,
  },
];

const apacheRows: readonly Row[] = [
  { name: 'Apache as it comes', isNightly: true, gateway: apache(), expected: {} },
  {
    name: 'Apache: TLS 1.2, client certificates, no kept connections',
    isNightly: true,
    gateway: apache({
      tls: '1.2',
      clientCertificates: true,
      server: 'KeepAlive Off',
      worker: 'disablereuse=On',
    }),
    expected: {},
  },
  {
    name: 'Apache: TLS 1.3, a path prefix, compression, error pages',
    isNightly: true,
    gateway: apache({
      tls: '1.3',
      prefix: '/ledger',
      server:
        'AddOutputFilterByType DEFLATE application/json text/plain\nErrorDocument 400 "<html><title>Sorry</title></html>"\nErrorDocument 413 "<html><title>Too large</title></html>"',
    }),
    expected: {},
  },
  {
    name: 'Apache: fields of at most 2 KiB',
    isNightly: true,
    gateway: apache({ server: 'LimitRequestFieldSize 2048' }),
    ...manyCookies,
    says: onePage('Apache'),
  },
  {
    name: 'Apache restarts in the middle',
    isNightly: true,
    gateway: apache(),
    meanwhile: { checks: 96, act: ({ gateway }) => gateway.restart() },
    mayRetry: true,
    expected: {},
  },
  {
    name: 'Apache in front of a server with a fault',
    isNightly: true,
    gateway: apache(),
    reference: broken(),
    expected: oneFault,
  },
];

const squidRows: readonly Row[] = [
  { name: 'squid as HTTP_PROXY', gateway: squid(), expected: {} },
  { name: 'squid as HTTPS_PROXY, TLS 1.2', isNightly: true, gateway: squid({ tls: '1.2' }), expected: {} },
  {
    name: 'squid as HTTPS_PROXY in front of a server with a fault',
    gateway: squid({ tls: '1.3' }),
    reference: broken(),
    expected: oneFault,
  },
];

/** A run that outlives two tokens. */
const slow = { CONFORMANCE_RATE: '18' };

export const tokenRows: readonly Row[] = [
  {
    name: 'nginx: RS256 tokens of 60 s, by TARGET_TOKEN_COMMAND',
    isNightly: true,
    gateway: nginx(),
    tokens: { algorithm: 'RS256', by: 'command' },
    settings: slow,
    expected: {},
  },
  {
    name: 'haproxy: ES256 tokens of 60 s, by TARGET_TOKEN_FILE',
    gateway: haproxy(),
    tokens: { algorithm: 'ES256', by: 'file' },
    settings: slow,
    expected: {},
  },
];

export const gatewayRows: readonly Row[] = [
  ...nginxRows,
  ...haproxyRows,
  ...apacheRows,
  ...squidRows,
  ...limitRows,
  ...banRows,
];

export const rows: readonly Row[] = [...gatewayRows, ...tokenRows];
