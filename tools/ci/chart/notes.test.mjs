// The text that Helm prints after an installation: each sentence appears exactly when it is true.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { egress } from './connections.mjs';
import { chart, renderChart, withValues } from './helm.mjs';

/** `helm template` leaves the notes out, so a copy of the chart has them in a manifest. */
let copy;
before(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'almanac-notes-'));
  await cp(chart, copy, { recursive: true });
  await rename(path.join(copy, 'templates/NOTES.txt'), path.join(copy, 'notes'));
  await writeFile(
    path.join(copy, 'templates/notes.yaml'),
    '{{ toJson (dict "kind" "Notes" "text" (tpl (.Files.Get "notes") .)) }}',
  );
});
after(() => rm(copy, { recursive: true }));

const notesWith = async (values) => {
  const [{ text }] = await withValues(values, (files) =>
    renderChart(copy, files, '--show-only', 'templates/notes.yaml'),
  );
  return text;
};

const SENTENCES = {
  nothingLeads: /Nothing leads to it from outside/,
  migrated: /The first migration created .*\n.*content-service-migrate\n.*calendar-service-migrate/,
  notMigrated: /migrations\.enabled is false/,
  nobody: /NO USER CAN SIGN IN YET/,
  filesLost: /UPLOADED FILES ARE LOST/,
  imagesLost: /IMAGES OF THE CALENDAR ARE LOST/,
  openServices: /every pod of the cluster can reach the services/,
  openEgress: /can open connections to every host/,
  hidden: /addresses in mine are not known here/,
  unreached: /cannot reach hosts of outgoingAllowedHosts/,
};
const BY_DEFAULT = ['nothingLeads', 'migrated', 'nobody', 'openEgress'];
const but = (...names) => BY_DEFAULT.filter((name) => !names.includes(name));

const noVolume = { persistence: { enabled: false } };
const bucket = { storageUrl: 's3://almanac-files/a' };
const parentRefs = [{ name: 'public' }];
const existing = { secrets: { existingSecret: 'mine', databaseUrl: '', calendarDatabaseUrl: '' } };
const inside = { settings: { calendarService: { outgoingAllowedHosts: ['files.internal'] } } };

describe('the notes after an installation', () => {
  for (const [what, values, sentences] of [
    ['the required values', {}, BY_DEFAULT],
    ['an Ingress', { ingress: { enabled: true, hosts: ['almanac.example'] } }, but('nothingLeads')],
    ['an HTTPRoute', { httpRoute: { enabled: true, parentRefs } }, but('nothingLeads')],
    ['a load balancer', { gateway: { service: { type: 'LoadBalancer' } } }, but('nothingLeads')],
    ['a port of the nodes', { gateway: { service: { type: 'NodePort' } } }, but('nothingLeads')],
    ['a password', { secrets: { adminPassword: 'a-long-password' } }, but('nobody')],
    ['a token', { secrets: { adminApiToken: `${'a'.repeat(32)}:${'b'.repeat(32)}` } }, but('nobody')],
    ['a Secret of your own', existing, but('nobody')],
    ['migrations by hand', { migrations: { enabled: false } }, [...but('migrated', 'nobody'), 'notMigrated']],
    ['files in the pod', { contentService: noVolume }, [...BY_DEFAULT, 'filesLost']],
    ['images in the pod', { calendarService: noVolume }, [...BY_DEFAULT, 'imagesLost']],
    [
      'both in their pods',
      { contentService: noVolume, calendarService: noVolume },
      [...BY_DEFAULT, 'filesLost', 'imagesLost'],
    ],
    [
      'buckets without volumes',
      {
        settings: { contentService: bucket, calendarService: bucket },
        contentService: noVolume,
        calendarService: noVolume,
      },
      BY_DEFAULT,
    ],
    ['buckets', { settings: { contentService: bucket, calendarService: bucket } }, BY_DEFAULT],
    [
      'one bucket without volumes',
      { settings: { contentService: bucket }, contentService: noVolume, calendarService: noVolume },
      [...BY_DEFAULT, 'imagesLost'],
    ],
    ['no policies', { networkPolicy: { enabled: false } }, [...but('openEgress'), 'openServices']],
    ['all policies', egress({}), but('openEgress')],
    ['all policies and a Secret', { ...existing, ...egress({}) }, [...but('nobody', 'openEgress'), 'hidden']],
    ['all policies and hosts within the network', { ...inside, ...egress({}) }, [...but('openEgress'), 'unreached']],
    ['policies for these hosts', { ...inside, ...egress({ allowedHosts: [{ podSelector: {} }] }) }, but('openEgress')],
    ['hosts within the network, and no such policies', inside, BY_DEFAULT],
  ])
    it(`with ${what}: ${sentences.join(', ')}`, async () => {
      const text = await notesWith(values);
      const found = Object.keys(SENTENCES).filter((name) => SENTENCES[name].test(text));
      assert.deepEqual(found.sort(), sentences.toSorted());
    });

  it('name the address, and a request that has it once', async () => {
    const text = await notesWith({ settings: { shared: { baseUrl: 'https://almanac.example/' } } });
    assert.match(text, /Its address: https:\/\/almanac\.example\/\n/);
    assert.match(text, /<secret>" https:\/\/almanac\.example\/api\/books\n/);
  });

  it('name the ports that policies open for addresses in a Secret', async () => {
    const text = await notesWith({ ...existing, ...egress({ database: { ports: [6432, 6433] } }) });
    assert.match(text, /PostgreSQL at port 6432, 6433 and Redis at port 6379 only/);
  });

  it('name objects of the release', async () => {
    const text = await notesWith({ fullnameOverride: 'library' });
    for (const name of ['deployment/library-gateway', 'service/library-gateway', 'job/library-content-service-migrate'])
      assert.ok(text.includes(name), name);
    assert.ok(!text.includes('demo-almanac'));
  });
});
