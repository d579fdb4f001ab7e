// What the chart accepts, the programs accept: they read the environments of the rendered pods.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleValues, render, renderWith } from './helm.mjs';
import { containersOf, environmentOf, ofKind, programOf } from './manifests.mjs';
import { READERS } from './programs.mjs';

/** What a Secret of the operator has. */
const OWN_SECRETS = {
  DATABASE_URL: 'postgres://content:secret@db/content',
  CALENDAR_DATABASE_URL: 'postgres://calendar:secret@db/calendar',
  SERVICE_SECRET: 'a secret between the services of a test',
};

/** The environment of a container as its program gets it. */
function rendered(container, documents) {
  const entries = environmentOf(container, documents).map(({ variable, kind, from, key }) => {
    const data = ofKind(documents, kind).find(({ metadata }) => metadata.name === from)?.data ?? {};
    if (kind === 'ConfigMap') return [variable, data[key]];
    return [variable, data[key] === undefined ? OWN_SECRETS[variable] : Buffer.from(data[key], 'base64').toString()];
  });
  return Object.fromEntries(entries.filter(([, text]) => text !== undefined));
}

function requireAccepted(documents) {
  const containers = containersOf(documents);
  assert.ok(containers.length >= 3, 'the programs were not found');
  for (const { owner, container } of containers) READERS[programOf(owner)](rendered(container, documents));
}

/** Settings at the edge of what the chart accepts. */
const EDGES = [
  ['the names of services with the default port', {}],
  ['an origin with the default port', { gateway: { corsAllowedOrigins: ['https://app.example:443', '*'] } }],
  ['a prefix with a slash at its end', { gateway: { calendarPrefixes: ['/dates/', '/calendar-old'] } }],
  [
    'proxies of both kinds',
    { gateway: { trustedProxies: ['10.0.0.0/32', 'fd00::/128', '::ffff:10.0.0.7', '0.0.0.0/0'] } },
  ],
  [
    'the largest numbers',
    { gateway: { connectTimeoutMs: 600_000, responseTimeoutMs: 3_600_000, bodyLimitMb: 10_240 } },
  ],
  ['the smallest numbers', { contentService: { apiDefaultItemCount: 1, apiMaxItemCount: 1, recycleBinLifetime: -1 } }],
  ['all levels of the log', { shared: { logLevel: 'fatal' } }],
  [
    'a bucket with all parameters',
    { contentService: { storageUrl: 's3://abc/a/b?region=eu-1&path_style=false&endpoint=http://s3:9000' } },
  ],
  [
    'a bucket with names of other kinds',
    {
      contentService: { storageUrl: 's3://abc/team=a+b/my%20files/ä?region=RegionOne&endpoint=http://[fd00::7]:9000' },
    },
  ],
  ['a folder with dots', { calendarService: { storageUrl: 'file:///srv/.files/a..b/' } }],
  ['a zone with two slashes', { calendarService: { tzSite: 'America/Argentina/Ushuaia' } }],
  ['a zone in small letters', { calendarService: { tzSite: 'europe/rome' } }],
  ['a zone without an area', { calendarService: { tzSite: 'Zulu' } }],
  ['an address on IPv6', { shared: { baseUrl: 'http://[fd00::7]:8080/docs' } }],
  ['a currency in small letters', { calendarService: { currencyCode: 'eur' } }],
  ['a name of emoji', { contentService: { appName: '😀'.repeat(191) } }],
  ['a currency', { calendarService: { currencyCode: 'CHF', currencySymbol: 'Fr.' } }],
];

describe('the programs accept', () => {
  it('all examples of values', async () => {
    const examples = Object.values(await exampleValues());
    assert.ok(examples.length > 5);
    for (const file of examples) requireAccepted(await render([file]));
  });

  for (const [what, settings] of EDGES)
    it(`${what}`, async () => {
      requireAccepted(await renderWith({ settings }));
    });
});
