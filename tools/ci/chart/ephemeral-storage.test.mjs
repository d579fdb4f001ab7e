// Space of containers on their node's disk.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleValues, render, renderWith } from './helm.mjs';
import { podsOf } from './manifests.mjs';

const MIB = 2 ** 20;
const UNITS = { '': 1, k: 1e3, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: MIB, Gi: 2 ** 30 };
const bytes = (quantity) => {
  const [, number, unit] = /^([\d.]+)(\w*)$/.exec(quantity);
  return Number(number) * UNITS[unit];
};
const spaceOf = ({ resources: { requests, limits } }) => [requests, limits].map((all) => all['ephemeral-storage']);
const podNamed = (documents, name) =>
  podsOf(documents).find(({ owner }) => owner.metadata.name === `demo-almanac-${name}`);
const backup = { enabled: true, url: 's3://backups/almanac' };

describe('every container', async () => {
  for (const [name, file] of Object.entries(await exampleValues()))
    it(`with ci/${name}-values.yaml has space for its folders and logs`, async () => {
      for (const { owner, spec } of podsOf(await render([file]))) {
        const [request, limit] = spaceOf(spec.containers[0]);
        const where = `${owner.kind} ${owner.metadata.name}`;
        assert.ok(request, where);
        const folders = (spec.volumes ?? []).flatMap(({ emptyDir }) => (emptyDir ? [emptyDir.sizeLimit] : []));
        if (folders.includes(undefined)) assert.equal(limit, undefined, `${where} has a folder that may grow`);
        else {
          const needed = folders.reduce((sum, size) => sum + bytes(size), 0) + 50 * MIB;
          assert.ok(bytes(limit) >= needed, `${where}: ${limit} for ${folders.join(' and ')}`);
          assert.ok(bytes(limit) >= bytes(request), where);
        }
      }
    });
});

describe('the space of a container', () => {
  const folder = (emptyDir) => ({ extraVolumes: [{ name: 'more', emptyDir }] });
  const resources = (space) => ({ resources: { limits: { 'ephemeral-storage': space } } });

  for (const [what, pod, values, expected] of [
    ['is that of its folder and logs', 'gateway', {}, ['256Mi', '1152Mi']],
    ['grows with its folder', 'content-service', { contentService: { tmpSize: '10Gi' } }, ['256Mi', '11264Mi']],
    ['grows with a fraction', 'content-service', { contentService: { tmpSize: '1.5Gi' } }, ['256Mi', '2560Mi']],
    ['grows with decimal units', 'gateway', { gateway: { tmpSize: '500M' } }, ['256Mi', '1501Mi']],
    ['grows with bytes', 'gateway', { gateway: { tmpSize: '1048576' } }, ['256Mi', '1025Mi']],
    ['grows with further folders', 'gateway', { gateway: folder({ sizeLimit: '1Gi' }) }, ['256Mi', '2176Mi']],
    ['has no limit beside a folder without one', 'gateway', { gateway: folder({}) }, ['256Mi', undefined]],
    ['has no limit without one for its folder', 'gateway', { gateway: { tmpSize: null } }, ['256Mi', undefined]],
    ['does not count memory', 'gateway', { gateway: folder({ medium: 'Memory' }) }, ['256Mi', '1152Mi']],
    ['may be given', 'gateway', { gateway: resources('64Mi') }, [undefined, '64Mi']],
    [
      'has no limit where files are in the pod',
      'calendar-service',
      { calendarService: { persistence: { enabled: false } } },
      ['256Mi', undefined],
    ],
    ['is that of the migration', 'content-service-migrate', {}, ['256Mi', '3136Mi']],
    ['is that of the backup', 'backup', { backup: { ...backup, tmpSize: '3Gi' } }, ['256Mi', '4096Mi']],
    [
      'may be given for the backup',
      'backup',
      { backup: { ...backup, resources: { requests: { 'ephemeral-storage': '1Gi' } } } },
      ['1Gi', undefined],
    ],
    ['is small for the test', 'test', {}, ['16Mi', '64Mi']],
  ])
    it(`${what}: ${pod}`, async () => {
      assert.deepEqual(spaceOf(podNamed(await renderWith(values), pod).spec.containers[0]), expected);
    });
});
