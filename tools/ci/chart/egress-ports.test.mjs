// The ports of the servers that pods may reach, from the addresses in the values.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { egress } from './connections.mjs';
import { renderWith } from './helm.mjs';
import { ofKind, programOf } from './manifests.mjs';

describe('a port of a policy', () => {
  const database = (databaseUrl) => ({ secrets: { databaseUrl } });
  const redis = (redisUrl) => ({ secrets: { redisUrl } });
  const files = (storageUrl) => ({ settings: { contentService: { storageUrl } } });
  const shared = (otelExporterOtlpEndpoint) => ({ settings: { shared: { otelExporterOtlpEndpoint } } });
  const hidden = { secrets: { existingSecret: 'mine', databaseUrl: '', calendarDatabaseUrl: '' } };
  const own = (name, ports) => egress({ [name]: { ports } });

  for (const [what, values, ports] of [
    ['a database without a port', database('postgres://u:p@db/content'), [5432]],
    ['a database with parameters', database('postgresql://u:p@db:5500/content?sslmode=require'), [5500]],
    ['a database whose port is a parameter', database('postgres://u:p@db:5500/content?a=b&port=5504'), [5504]],
    ['a password with a colon and a number', database('postgres://u:p:77@db/content'), [5432]],
    ['a password with @', database('postgres://u:p@ss@db:5501/content'), [5501]],
    ['a user without a password', database('postgres://u@db:5502'), [5502]],
    ['a password with a parameter', database('postgres://u:p&port=1@db:5505/content'), [5505]],
    ['a database at an IPv6 address', database('postgres://u:p@[fd00::7]/content'), [5432]],
    ['a port at an IPv6 address', database('postgres://u:p@[fd00::7]:5503/content'), [5503]],
    ['Redis without a port', redis('redis://redis'), [5432, 6379]],
    ['Redis with TLS and a database', redis('rediss://u:p@redis/2'), [5432, 6379]],
    ['Redis with a port', redis('rediss://:p@redis:6390/2'), [5432, 6390]],
    ["Amazon's buckets", files('s3://almanac-files/a?region=eu-central-1'), [443, 5432]],
    ['a bucket with a port', files('s3://almanac-files?endpoint=http://minio:9000&region=a'), [5432, 9000]],
    ['a bucket without a port', files('s3://almanac-files?region=a&endpoint=http://minio'), [80, 5432]],
    ['an endpoint with TLS', files('s3://almanac-files?endpoint=https://s3.example/'), [443, 5432]],
    ['an encoded endpoint', files('s3://almanac-files?endpoint=https%3A%2f%2Fs3.example%3a9443'), [5432, 9443]],
    [
      'an encoded IPv6 endpoint',
      files('s3://almanac-files?endpoint=http%3A%2F%2F%5Bfd00%3A%3A7%5D%3A9001'),
      [5432, 9001],
    ],
    ['a folder', files('file:///srv/files'), [5432]],
    ['a collector with TLS', shared('https://collector.example/v1'), [443, 5432]],
    ['a collector without a port', shared('http://collector'), [80, 5432]],
    ['an IPv6 mail server', { settings: { contentService: { mailHost: 'fd00::25', mailFrom: 'a@b.c' } } }, [587, 5432]],
    ['services elsewhere', { settings: { contentService: { calendarUrl: 'http://calendar.x:9083' } } }, [5432, 9083]],
    ['hidden addresses', hidden, [5432, 6379]],
    ['ports of hidden addresses', { ...hidden, ...own('database', [6432, 6433]) }, [6379, 6432, 6433]],
    ["ports of a Service's pods", { ...redis('redis://redis:80'), ...own('redis', [6379]) }, [5432, 6379]],
    ['ports of a part that is not set', own('mail', [25]), [5432]],
  ])
    it(`is that of ${what}`, async () => {
      const documents = await renderWith({ ...egress({ web: false }), ...values });
      const policy = ofKind(documents, 'NetworkPolicy').find((one) => programOf(one) === 'content-service');
      const open = policy.spec.egress
        .filter(({ to }) => !to?.some(({ podSelector, ipBlock }) => podSelector ?? ipBlock))
        .flatMap((rule) => rule.ports.map(({ port }) => port));
      assert.deepEqual(
        open.filter((port) => port !== 53 && port !== 5353).sort((a, b) => a - b),
        ports.toSorted((a, b) => a - b),
      );
    });
});
