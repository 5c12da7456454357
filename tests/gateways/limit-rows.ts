import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { haproxy } from './haproxy.ts';
import { nginx } from './nginx.ts';
import type { Row } from './row.ts';

/** A ban is one reason for everything behind it (ruling 46), and the run ends soon. */
const banned = {
  expected: { verdict: 'inconclusive', coverage: 'partial', reasons: 1 },
  bannedAtMost: 300,
  mayRetry: true,
} as const;

export const limitRows: readonly Row[] = [
  {
    name: 'nginx: limit_req as it comes',
    isNightly: true,
    gateway: nginx({
      http: 'limit_req_zone $binary_remote_addr zone=each:1m rate=100r/s;',
      location: 'limit_req zone=each burst=20 nodelay;',
    }),
    mayRetry: true,
    expected: {},
  },
  {
    name: 'nginx: limit_req with 429',
    gateway: nginx({
      http: 'limit_req_zone $binary_remote_addr zone=each:1m rate=100r/s; limit_req_status 429;',
      location: 'limit_req zone=each burst=20 nodelay;',
    }),
    mayRetry: true,
    expected: {},
  },
  {
    name: 'haproxy: more than 4 connections at once are rejected',
    isNightly: true,
    gateway: haproxy({
      frontend: `stick-table type ip size 1k expire 10s store conn_cur
  tcp-request connection track-sc0 src
  tcp-request connection reject if { sc_conn_cur(0) gt 4 }`,
    }),
    mayRetry: true,
    expected: {},
  },
  {
    name: 'haproxy: more than 100 requests in a second get 429',
    isNightly: true,
    gateway: haproxy({
      frontend: `stick-table type ip size 1k expire 10s store http_req_rate(1s)
  http-request track-sc0 src
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 100 }`,
    }),
    mayRetry: true,
    expected: {},
  },
  {
    name: 'haproxy: more than 40 connections in three seconds are rejected',
    isNightly: true,
    gateway: haproxy({
      frontend: `stick-table type ip size 1k expire 10s store conn_rate(3s)
  tcp-request connection track-sc0 src
  tcp-request connection reject if { sc_conn_rate(0) gt 40 }`,
    }),
    mayRetry: true,
    expected: {},
  },
];

export const banRows: readonly Row[] = [
  {
    name: 'nginx: banned in the middle',
    gateway: nginx({ server: 'include ban*.conf;' }),
    meanwhile: {
      checks: 40,
      act({ gateway, folder }) {
        writeFileSync(join(folder, 'ban.conf'), 'deny all;');
        gateway.reload();
      },
    },
    ...banned,
    says: [
      /every request got 403 text\/html "403 Forbidden", from nginx\S* from \S+ on, valid ones too \(first \S+, after \S+\)/,
    ],
  },
  {
    name: 'haproxy: banned after 300 errors',
    isNightly: true,
    gateway: haproxy({
      frontend: `stick-table type ip size 1k expire 1h store http_err_cnt
  http-request track-sc0 src
  http-request deny if { sc_http_err_cnt(0) gt 300 }`,
    }),
    ...banned,
    says: [/every request got 403 text\/html \S* ?from \S+ on, valid ones too \(first \S+, after \S+\)/],
  },
];
