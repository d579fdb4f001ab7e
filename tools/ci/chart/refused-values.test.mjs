// Values that the schema must refuse, each on its own on top of accepted values. The refusal must name the key.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderWith } from './helm.mjs';

const shared = (settings) => ({ settings: { shared: settings } });
const gateway = (settings) => ({ settings: { gateway: settings } });
const content = (settings) => ({ settings: { contentService: settings } });
const calendar = (settings) => ({ settings: { calendarService: settings } });
const secrets = (values) => ({ secrets: values });
const halfToken = 'a'.repeat(32);

/** [the fault, the values, the key that the refusal must name] */
const REFUSED = [
  ['a value that does not exist', { replicas: 3 }, 'replicas'],
  ['a misspelt setting', content({ revisonLimit: 5 }), 'revisonLimit'],
  ['a setting of another program', gateway({ tzSite: 'UTC' }), 'tzSite'],
  ['no address of its own', shared({ baseUrl: '' }), 'baseUrl'],
  ['an address without a scheme', shared({ baseUrl: 'almanac.example' }), 'baseUrl'],
  ['an unknown log level', shared({ logLevel: 'loud' }), 'logLevel'],
  ['an unknown log format', shared({ logFormat: 'xml' }), 'logFormat'],
  ['a port as text', gateway({ port: '8080' }), 'port'],
  ['a port that there is not', gateway({ port: 70_000 }), 'port'],
  ['a service address with a path', gateway({ contentUrl: 'http://content/api' }), 'contentUrl'],
  ['an origin with a path', gateway({ corsAllowedOrigins: ['https://app.example/x'] }), 'corsAllowedOrigins'],
  ['origins as one text', gateway({ corsAllowedOrigins: 'https://app.example' }), 'corsAllowedOrigins'],
  ['a body limit of nothing', gateway({ bodyLimitMb: 0 }), 'bodyLimitMb'],
  ['half a millisecond', gateway({ connectTimeoutMs: 0.5 }), 'connectTimeoutMs'],
  ['a proxy by its name', gateway({ trustedProxies: ['ingress.example'] }), 'trustedProxies'],
  ['a pool without connections', content({ databasePoolSize: 0 }), 'databasePoolSize'],
  ['a file store of an unknown kind', content({ storageUrl: 'ftp://files.example' }), 'storageUrl'],
  ['a bucket without a name', content({ storageUrl: 's3://' }), 'storageUrl'],
  ['no limit of revisions by the wrong word', content({ revisionLimit: true }), 'revisionLimit'],
  ['a filter that does not exist', content({ appContentFiltering: 'xyz' }), 'appContentFiltering'],
  ['a switch as text', content({ allowContentScripts: 'false' }), 'allowContentScripts'],
  ['a mail server without a sender', content({ mailHost: 'smtp.example' }), 'mailFrom'],
  ['a mail server by its address', content({ mailHost: 'smtp://smtp.example', mailFrom: 'a@example.com' }), 'mailHost'],
  ['an administrator without an address', content({ adminEmail: 'admin' }), 'adminEmail'],
  ['a rate limit of nothing', calendar({ apiRequestsPerMin: 0 }), 'apiRequestsPerMin'],
  ['a time zone with spaces', calendar({ tzSite: 'New York' }), 'tzSite'],
  ['no database', secrets({ databaseUrl: '' }), 'databaseUrl'],
  ['no database for the calendar', secrets({ calendarDatabaseUrl: '' }), 'calendarDatabaseUrl'],
  ['another kind of database', secrets({ databaseUrl: 'mysql://content@db/content' }), 'databaseUrl'],
  ['a short service secret', secrets({ serviceSecret: 'short' }), 'serviceSecret'],
  ['a short password', secrets({ adminPassword: '1234567' }), 'adminPassword'],
  ['a token without a secret', secrets({ adminApiToken: halfToken }), 'adminApiToken'],
  ['a token with a short secret', secrets({ adminApiToken: `${halfToken}:abc` }), 'adminApiToken'],
  ['a token with other characters', secrets({ adminApiToken: `${halfToken}:${'-'.repeat(32)}` }), 'adminApiToken'],
  ['secrets beside a Secret that would win', secrets({ existingSecret: 'mine' }), 'databaseUrl'],
  ['a Secret with an impossible name', secrets({ existingSecret: 'My_Secret' }), 'existingSecret'],
  ['an ingress without a host', { ingress: { enabled: true } }, 'hosts'],
  ['a host with a path', { ingress: { enabled: true, hosts: ['almanac.example/docs'] } }, 'hosts'],
  [
    'a backend of its own for a host',
    { ingress: { enabled: true, hosts: [{ host: 'almanac.example', service: 'content' }] } },
    'hosts',
  ],
  ['a service behind the gateway made public', { contentService: { service: { type: 'LoadBalancer' } } }, 'type'],
  ['an amount that is none', { contentService: { persistence: { size: 'large' } } }, 'size'],
  [
    'a volume that many pods only read',
    { contentService: { persistence: { accessModes: ['ReadOnlyMany'] } } },
    'accessModes',
  ],
  ['no pods', { gateway: { replicas: 0 } }, 'replicas'],
  ['an autoscaling without a limit', { gateway: { autoscaling: { enabled: true, maxReplicas: null } } }, 'autoscaling'],
  ['a budget of nothing', { gateway: { podDisruptionBudget: { maxUnavailable: 0 } } }, 'maxUnavailable'],
  ['a digest that is none', { contentService: { image: { digest: 'latest' } } }, 'digest'],
  ['pods that run as root', { podSecurityContext: { runAsNonRoot: false } }, 'runAsNonRoot'],
  ['a variable without a name', { gateway: { extraEnv: [{ value: 'x' }] } }, 'extraEnv'],
  ['an interval without a unit', { serviceMonitor: { interval: '30' } }, 'interval'],
  ['an unknown pull policy', { image: { pullPolicy: 'Sometimes' } }, 'pullPolicy'],
  ['an amount of memory that is none', { gateway: { resources: { limits: { memory: '1 GB' } } } }, 'memory'],
];

describe('values.schema.json', () => {
  it('accepts the values on top of which the others are tried', async () => {
    await renderWith({});
  });

  for (const [what, values, place] of REFUSED) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(renderWith(values), ({ stderr }) => {
        assert.match(stderr, /don't meet the specifications of the schema/);
        assert.ok(stderr.includes(place), `${place} is not named in:\n${stderr}`);
        return true;
      });
    });
  }
});
