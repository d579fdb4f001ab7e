// Which connections the policies let the pods open.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPublicAddress } from '../../../libs/outgoing/src/address-ranges.ts';
import { egress, JOB, mayConnect, nameOf } from './connections.mjs';
import { exampleValues, render, renderWith } from './helm.mjs';
import { hookWeight, isHook, ofKind, podsOf, programOf } from './manifests.mjs';

const ALL = {
  ...egress({}),
  settings: {
    shared: { otelExporterOtlpEndpoint: 'http://collector:4319' },
    contentService: {
      storageUrl: 's3://files/content?endpoint=http://minio:9000',
      mailHost: 'smtp.example',
      mailPort: 2525,
      mailFrom: 'a@almanac.example',
    },
    calendarService: {
      storageUrl: 's3://files/calendar?endpoint=http://minio:9001',
      geocoderUrl: 'http://geo:8880/?q={address}',
    },
  },
  secrets: {
    databaseUrl: 'postgres://content:secret@postgres:5433/content',
    databaseReadUrl: 'postgres://content:secret@replica:5434/content',
    calendarDatabaseUrl: 'postgres://calendar:secret@postgres:5443/calendar',
    calendarDatabaseReadUrl: 'postgres://calendar:secret@replica:5444/calendar',
    redisUrl: 'redis://redis:6380',
  },
  backup: { enabled: true, url: 's3://backups?endpoint=http://minio:9002' },
};

/** [pod, ports of other servers, programs of the release] */
const REACHED = [
  ['gateway', [4319], ['content-service', 'calendar-service']],
  ['content-service', [2525, 4319, 5433, 5434, 6380, 9000], ['calendar-service']],
  ['calendar-service', [4319, 5443, 5444, 6380, 8880, 9001], ['content-service']],
  ['content-service-migrate', [5433], []],
  ['calendar-service-migrate', [5443], []],
  ['backup', [5433, 5443, 9000, 9001, 9002], []],
  ['test', [], ['gateway']],
];
const PORTS = [22, 80, 443, ...new Set(REACHED.flatMap(([, ports]) => ports))].sort((a, b) => a - b);
const PROGRAMS = { gateway: 8080, 'content-service': 8081, 'calendar-service': 8082 };

describe('policies of connections that pods open', async () => {
  const documents = await renderWith(ALL);

  it('select every pod of the release', () => {
    assert.deepEqual(
      podsOf(documents)
        .map(({ metadata }) => nameOf(metadata))
        .sort(),
      REACHED.map(([name]) => name).sort(),
    );
  });

  for (const [from, ports, programs] of REACHED) {
    it(`let ${from} reach the servers of its settings and no others`, () => {
      assert.deepEqual(
        PORTS.filter((port) => mayConnect(documents, from, { port })),
        ports,
      );
    });

    it(`let ${from} reach these programs: ${programs.join(', ') || 'none'}`, () => {
      assert.deepEqual(
        Object.keys(PROGRAMS)
          .filter((pod) => mayConnect(documents, from, { port: PROGRAMS[pod], pod }))
          .sort(),
        programs.toSorted(),
      );
      for (const pod of programs) assert.ok(!mayConnect(documents, from, { port: 9464, pod }), `${pod}: metrics`);
    });

    it(`let ${from} resolve names`, () => {
      for (const protocol of ['UDP', 'TCP'])
        for (const port of [53, 5353])
          assert.ok(mayConnect(documents, from, { port, protocol }), `${protocol} ${port}`);
    });
  }

  it('are off by default, so that an upgrade cuts nothing off', async () => {
    const policies = ofKind(await renderWith({ backup: ALL.backup }), 'NetworkPolicy');
    assert.deepEqual(
      policies.map(({ metadata, spec }) => [metadata.name, spec.policyTypes]),
      ['calendar-service', 'content-service', 'gateway'].map((name) => [`demo-almanac-${name}`, ['Ingress']]),
    );
  });

  it('open nothing for parts that are not set', async () => {
    const small = await renderWith(egress({}));
    for (const from of ['gateway', 'content-service', 'calendar-service'])
      assert.deepEqual(
        PORTS.concat(5432, 6379, 587).filter((port) => mayConnect(small, from, { port })),
        from === 'gateway' ? [] : [5432],
        from,
      );
  });

  it('exist before the migrations that they select, and change with them', () => {
    const hooks = ofKind(documents, 'NetworkPolicy').filter((policy) => isHook(policy));
    assert.deepEqual(
      hooks.map(({ spec }) => spec.podSelector.matchLabels[JOB]),
      ['content-service-migrate', 'calendar-service-migrate'],
    );
    for (const hook of hooks)
      for (const job of ofKind(documents, 'Job')) assert.ok(hookWeight(hook) < hookWeight(job), programOf(job));
  });
});

describe('peers of policies', () => {
  const near = { podSelector: { matchLabels: { app: 'postgres' } } };
  const subnet = { ipBlock: { cidr: '10.9.0.0/16' } };

  for (const [what, values, from, target, expected] of [
    [
      'the named database',
      { database: { to: [subnet] } },
      'content-service',
      { port: 5432, address: '10.9.1.1' },
      true,
    ],
    ['another database', { database: { to: [subnet] } }, 'content-service', { port: 5432 }, false],
    ['another database', { database: { to: [subnet] } }, 'calendar-service-migrate', { port: 5432 }, false],
    ['a database that is a pod', { database: { to: [near] } }, 'calendar-service', { port: 5432 }, false],
    ['other name servers', { dns: { to: [subnet] } }, 'gateway', { port: 53, protocol: 'UDP' }, false],
    ['name servers without named ports', { dns: { ports: [] } }, 'gateway', { port: 53, protocol: 'UDP' }, true],
    ['other servers without named ports of name servers', { dns: { ports: [] } }, 'gateway', { port: 25 }, false],
    ['web servers', {}, 'content-service', { port: 443, address: '8.8.8.8' }, true],
    ['web servers', {}, 'calendar-service', { port: 8443, address: '2606:4700:4700::1111' }, true],
    ['other servers', {}, 'content-service', { port: 25, address: '8.8.8.8' }, false],
    ['web servers', {}, 'gateway', { port: 443, address: '8.8.8.8' }, false],
    ['web servers', {}, 'content-service-migrate', { port: 443, address: '8.8.8.8' }, false],
    ['web servers without `web`', { web: false }, 'content-service', { port: 443, address: '8.8.8.8' }, false],
    ['allowed hosts', { allowedHosts: [subnet] }, 'content-service', { port: 3000, address: '10.9.1.1' }, true],
    ['allowed hosts', { allowedHosts: [subnet] }, 'gateway', { port: 3000, address: '10.9.1.1' }, false],
    ['hosts of further rules', { extra: [{ to: [subnet] }] }, 'gateway', { port: 1, address: '10.9.1.1' }, true],
    ['hosts of further rules', { extra: [{ to: [subnet] }] }, 'test', { port: 1, address: '10.9.1.1' }, true],
  ])
    it(`${expected ? 'let' : 'do not let'} ${from} reach ${what}`, async () => {
      assert.equal(mayConnect(await renderWith(egress(values)), from, target), expected);
    });

  it('are public where the programs take an address for public', async () => {
    const documents = await renderWith(egress({}));
    const addresses = [
      ...[
        '8.8.8.8',
        '1.1.1.1',
        '9.255.255.255',
        '11.0.0.0',
        '172.15.0.1',
        '172.32.0.1',
        '192.167.0.1',
        '223.255.255.1',
      ],
      ...['0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '168.63.129.16', '169.254.169.254', '172.16.0.1'],
      ...['172.31.255.255', '192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
      ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '100.63.255.255', '100.128.0.0', '168.63.129.17'],
      ...['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'ff02::1'],
      ...['2001:db8::1', '2002:7f00:1::', '2001:0:4136:e378::1', '3fff::1', '4000::1', '64:ff9b::7f00:1'],
    ];
    for (const address of addresses)
      assert.equal(mayConnect(documents, 'content-service', { port: 443, address }), isPublicAddress(address), address);
  });
});

describe('values of connections that pods open', () => {
  for (const [fault, values, place] of [
    ['without policies', { enabled: false, egress: { enabled: true } }, 'enabled'],
    ['with a port that there is not', { egress: { database: { ports: [70_000] } } }, 'ports'],
    ['with a port by its name', { egress: { redis: { ports: ['redis'] } } }, 'ports'],
    ['with an address instead of a peer', { egress: { database: { to: ['10.0.0.0/8'] } } }, 'to'],
    ['with an unknown kind of peer', { egress: { mail: { to: [{ host: 'smtp.example' }] } } }, 'host'],
    ['with an empty peer, which is every pod', { egress: { mail: { to: [{}] } } }, 'to'],
    ['for an unknown part', { egress: { postgres: { ports: [5432] } } }, 'postgres'],
    ['without a part', { egress: { redis: null } }, 'redis'],
  ])
    it(`are refused ${fault}`, async () => {
      await assert.rejects(renderWith({ networkPolicy: values }), ({ stderr }) => {
        assert.match(stderr, /don't meet the specifications of the schema/);
        return stderr.includes(place);
      });
    });

  it('reach the manifests of ci/everything-values.yaml', async () => {
    const documents = await render([(await exampleValues()).everything]);
    assert.ok(mayConnect(documents, 'backup', { port: 5432, address: '10.20.0.5' }));
    assert.ok(!mayConnect(documents, 'backup', { port: 5432 }));
  });
});
