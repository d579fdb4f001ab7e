// Values that the chart must refuse, each on its own on top of accepted values. The refusal must name the key and the reason.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderWith } from './helm.mjs';
import { containersOf, podsOf } from './manifests.mjs';

const shared = (settings) => ({ settings: { shared: settings } });
const gateway = (settings) => ({ settings: { gateway: settings } });
const content = (settings) => ({ settings: { contentService: settings } });
const calendar = (settings) => ({ settings: { calendarService: settings } });
const secrets = (values) => ({ secrets: values });
const halfToken = 'a'.repeat(32);
const smtp = { mailHost: 'smtp.example', mailFrom: 'a@example.com' };
const selected = { 'app.kubernetes.io/name': 'mine' };
const scaled = (minReplicas, maxReplicas) => ({ autoscaling: { enabled: true, minReplicas, maxReplicas } });
const resources = (request, limit) => ({ resources: { requests: { memory: request }, limits: { memory: limit } } });
const bucket = (query) => `s3://almanac-files/content?${query}`;
const backup = (values) => ({ backup: values });
const route = { enabled: true, parentRefs: [{ name: 'public' }] };
const ingress = (...hosts) => ({ ingress: { enabled: true, hosts } });

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
  ['a host with a hyphen before a dot', ingress('almanac-.example'), 'hosts'],
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
  ['a full name with a dot', { fullnameOverride: 'my.release' }, 'fullnameOverride'],
  ['a full name that begins with a digit', { fullnameOverride: '7days' }, 'fullnameOverride'],
  ['a full name with a dot where it is cut', { fullnameOverride: `${'a'.repeat(37)}.b` }, 'fullnameOverride'],
  ['a name that is no label', { nameOverride: 'a'.repeat(64) }, 'nameOverride'],
  ['a label with a space', { gateway: { podLabels: { team: 'the library' } } }, 'podLabels'],
  ['pods of the user root', { podSecurityContext: { runAsUser: 0 } }, 'runAsUser'],
  ['pods with all privileges', { podSecurityContext: { privileged: true } }, 'privileged'],
  ['an address with a query', shared({ baseUrl: 'https://almanac.example?lang=en' }), 'baseUrl'],
  ['an address with a password', shared({ baseUrl: 'https://ada:secret@almanac.example' }), 'baseUrl'],
  ['a port of an address that there is not', shared({ baseUrl: 'https://almanac.example:65536' }), 'baseUrl'],
  [
    'a collector with the path that is appended',
    shared({ otelExporterOtlpEndpoint: 'http://collector:4318/v1/traces' }),
    'otelExporterOtlpEndpoint',
  ],
  ['a proxy that is a number', gateway({ trustedProxies: ['1'] }), 'trustedProxies'],
  ['a range of proxies with too many bits', gateway({ trustedProxies: ['10.0.0.0/99'] }), 'trustedProxies'],
  ['a prefix that the content API has', gateway({ calendarPrefixes: ['/api'] }), 'calendarPrefixes'],
  ['a prefix below another route', gateway({ calendarPrefixes: ['/books/dates'] }), 'calendarPrefixes'],
  ['origins with an asterisk', gateway({ corsAllowedOrigins: ['https://*.app.example'] }), 'corsAllowedOrigins'],
  ['a time-out of three years', gateway({ connectTimeoutMs: 99_999_999_999 }), 'connectTimeoutMs'],
  ['a time zone of no area', calendar({ tzSite: 'Mars/Base' }), 'tzSite'],
  ['a currency that there is not', calendar({ currencyCode: 'ABC' }), 'currencyCode'],
  ['an endpoint that is no address', content({ storageUrl: bucket('endpoint=nonsense') }), 'storageUrl'],
  ['an unknown parameter of a bucket', calendar({ storageUrl: bucket('zone=eu') }), 'storageUrl'],
  ['the folder above', content({ storageUrl: 'file:///srv/../etc' }), 'storageUrl'],
  ['a sender that is no address', content({ ...smtp, mailFrom: 'A <a@example.com>' }), 'mailFrom'],
  ['a sender that is no address but a word', content({ ...smtp, mailFrom: 'null' }), 'mailFrom'],
  ['a password that spaces make long', secrets({ adminPassword: ' 1234567 ' }), 'adminPassword'],
  [
    'a host of a database before which a user stands',
    secrets({ databaseUrl: 'postgres://u:p@/content' }),
    'databaseUrl',
  ],
  ['backups in a zone that Kubernetes does not find', backup({ timeZone: 'europe/rome' }), 'timeZone'],
  ['a short secret in a rotation', secrets({ serviceSecret: `${halfToken},short` }), 'serviceSecret'],
  ['a database without a name', secrets({ databaseUrl: 'postgres://' }), 'databaseUrl'],
  ['a replica without a name', secrets({ databaseReadUrl: 'postgres://db' }), 'databaseReadUrl'],
  ['a minute that there is not', backup({ schedule: '99 99 * * *' }), 'schedule'],
  ['a schedule of four parts', backup({ schedule: '0 3 * *' }), 'schedule'],
  ['a nickname that there is not', backup({ schedule: '@often' }), 'schedule'],
  ['backups in a zone of no area', backup({ timeZone: 'Mars/Base' }), 'timeZone'],
  ['backups at an endpoint that is no address', backup({ url: bucket('endpoint=nonsense') }), 'url'],
];

/** [the faults of several values that do not fit together, the values, the path that the refusal must name] */
const UNFIT = [
  ['metrics on the port of the gateway', shared({ metricsPort: 8080 }), 'settings.shared.metricsPort'],
  ['metrics on the port of a service', shared({ metricsPort: 8082 }), 'settings.shared.metricsPort'],
  ['metrics on a changed port', content({ port: 9464 }), 'settings.shared.metricsPort'],
  ['uploads above the limit of bodies', content({ fileUploadSizeLimit: 100 }), 'settings.gateway.bodyLimitMb'],
  ['bodies below the limit of uploads', gateway({ bodyLimitMb: 10 }), 'settings.gateway.bodyLimitMb'],
  ['a maximum below the default', content({ apiMaxItemCount: 50 }), 'settings.contentService.apiMaxItemCount'],
  [
    'a mail login without a password',
    content({ ...smtp, mailUsername: 'ada' }),
    'settings.contentService.mailUsername',
  ],
  [
    'a mail password without a login',
    { ...content(smtp), ...secrets({ mailPassword: 'secret' }) },
    'settings.contentService.mailUsername',
  ],
  [
    'a mail login with a password of spaces',
    { ...content({ ...smtp, mailUsername: 'ada' }), ...secrets({ mailPassword: ' ' }) },
    'settings.contentService.mailUsername',
  ],
  [
    'a mail password with a login that is none',
    { ...content({ ...smtp, mailUsername: 'null' }), ...secrets({ mailPassword: 'secret' }) },
    'settings.contentService.mailUsername',
  ],
  ['a key of a bucket without its secret', secrets({ awsAccessKeyId: 'AKIA' }), 'secrets.awsAccessKeyId'],
  ['a secret of a bucket without its key', secrets({ awsSecretAccessKey: 'secret' }), 'secrets.awsAccessKeyId'],
  ['fewest pods above most', { gateway: scaled(4, 3) }, 'gateway.autoscaling.minReplicas'],
  ['a request above its limit', { gateway: resources('1Gi', '1000Mi') }, 'gateway.resources.requests.memory'],
  ['a request above a limit of another unit', backup(resources('1G', '953Mi')), 'backup.resources.requests.memory'],
  [
    'a request of processors above its limit',
    { contentService: { resources: { requests: { cpu: 2 }, limits: { cpu: '1500m' } } } },
    'contentService.resources.requests.cpu',
  ],
  ['an ingress of another host', ingress('other.example'), 'ingress.hosts'],
  ['an ingress of other subdomains', ingress('*.almanac.example'), 'ingress.hosts'],
  ['a label of a Job', { gateway: { podLabels: { 'almanac/job': 'backup' } } }, 'gateway.podLabels.almanac/job'],
  ['a label of the selector', { gateway: { podLabels: selected } }, 'gateway.podLabels.app.kubernetes.io/name'],
  [
    'a label of the selector for a service',
    { calendarService: { podLabels: selected } },
    'calendarService.podLabels.app.kubernetes.io/name',
  ],
  [
    'a label that the chart sets',
    { serviceMonitor: { labels: { 'helm.sh/chart': 'mine' } } },
    'serviceMonitor.labels.helm.sh/chart',
  ],
  [
    'an annotation of Helm',
    { contentService: { persistence: { annotations: { 'helm.sh/resource-policy': 'delete' } } } },
    'contentService.persistence.annotations.helm.sh/resource-policy',
  ],
  [
    'an annotation that the chart sets',
    { gateway: { podAnnotations: { 'checksum/settings': 'x' } } },
    'gateway.podAnnotations.checksum/settings',
  ],
  ['a name with a dot in the names of Services', { nameOverride: 'my.app' }, 'fullnameOverride'],
  ['a release whose name begins with a digit', {}, 'fullnameOverride', '7days'],
  ['a release with a dot in its name', {}, 'fullnameOverride', 'my.release'],
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

describe('values that do not fit together', () => {
  for (const [what, values, place, releaseName] of UNFIT) {
    it(`are refused: ${what}`, async () => {
      const named = releaseName ? ['--name-template', releaseName] : [];
      await assert.rejects(renderWith(values, ...named), ({ stderr }) => {
        assert.match(stderr, /must|needs/);
        assert.ok(stderr.includes(`${place}: `), `${place} is not named in:\n${stderr}`);
        return true;
      });
    });
  }

  it('are reported together', async () => {
    const values = { ...shared({ metricsPort: 8081 }), ...ingress('other.example') };
    await assert.rejects(renderWith(values), ({ stderr }) => {
      assert.match(stderr, /settings\.shared\.metricsPort: .*\n+ingress\.hosts: /);
      return true;
    });
  });

  for (const [what, values] of [
    ['no metrics', shared({ metricsPort: 0 })],
    ['no limits of their own', { ...gateway({ bodyLimitMb: null }), ...content({ apiMaxItemCount: null }) }],
    ['no resources', { gateway: { resources: null, podLabels: null, podAnnotations: null } }],
    ['a request that is its limit', { gateway: resources('1Gi', '1024Mi') }],
    ['uploads as large as bodies', content({ fileUploadSizeLimit: 60 })],
    ['an ingress for all hosts of the domain', ingress('*.example')],
    ['an ingress with more hosts', ingress('www.almanac.example', 'almanac.example')],
    ['as many pods at least as at most', { gateway: scaled(3, 3) }],
    ['a user of OpenShift', { podSecurityContext: { runAsUser: null, runAsGroup: 0, supplementalGroups: [1000] } }],
    ['a schedule with names and steps', backup({ schedule: '*/15 1,3-5 1 JAN-mar mon-fri' })],
    ['a schedule as people write it', backup({ schedule: '00 */02 * Jan Mon-Fri' })],
    ['a name with a dot in labels only', { nameOverride: 'my.app', fullnameOverride: 'my-app' }],
    ['an ingress of another host beside a route', { ...ingress('other.example'), httpRoute: route }],
    [
      'an account that stays',
      { contentService: { serviceAccount: { annotations: { 'helm.sh/resource-policy': 'keep' } } } },
    ],
    ['a nickname of a schedule', backup({ schedule: '@daily' })],
  ])
    it(`are accepted: ${what}`, () => renderWith(values));
});

describe('image.tag', () => {
  const LABEL = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/;
  for (const tag of [
    'a'.repeat(128),
    `${'1.2.3-rc.1-'.repeat(6)}x`,
    '1.2.3-',
    '1.2.3.',
    '1.2.3_',
    '_1',
    `${'a'.repeat(62)}-b`,
  ])
    it(`${tag} makes valid labels`, async () => {
      const documents = await renderWith({ image: { tag } });
      const labels = [...documents, ...podsOf(documents)].map(
        ({ metadata }) => metadata.labels['app.kubernetes.io/version'],
      );
      assert.ok(labels.length > 20);
      assert.deepEqual(
        labels.filter((label) => !LABEL.test(label)),
        [],
      );
      const { container } = containersOf(documents)[0];
      assert.ok(container.image.endsWith(`:${tag}`), container.image);
    });
});
