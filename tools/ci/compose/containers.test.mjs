// Logs, memory, temporary files and images of the containers in the Compose files.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readYaml } from '../chart/helm.mjs';

const folder = path.resolve(import.meta.dirname, '../../../docker');
const read = async (file) => parse(await readFile(path.join(folder, file), 'utf8'), { merge: true }).services;
const services = await read('compose.yaml');
const dockerfile = await readFile(path.join(folder, 'Dockerfile'), 'utf8');
const chart = await readYaml('values.yaml');
const all = [
  ...Object.entries(services),
  ...Object.entries(await read('compose.test.yaml')).map(([name, service]) => [`${name} of tests`, service]),
];
/** The chart's name of each program. */
const IN_CHART = {
  gateway: 'gateway',
  'content-service': 'contentService',
  'content-migrate': 'contentService',
  'calendar-service': 'calendarService',
  'calendar-migrate': 'calendarService',
};
const OTHERS = ['postgres', 'valkey', 's3', 'create-bucket', 'postgres of tests'];

const UNITS = { m: 2 ** 20, g: 2 ** 30, Mi: 2 ** 20, Gi: 2 ** 30 };
function bytes(text) {
  const [, number, unit] = /^(\d+)(m|g|Mi|Gi)$/.exec(text) ?? assert.fail(`not a size: ${text}`);
  return Number(number) * UNITS[unit];
}

/** The size of each folder in memory. */
const foldersInMemory = ({ tmpfs = [] }) =>
  Object.fromEntries(
    tmpfs.map((line) => {
      const [, place, size] = /^(\/[\w/]+):(?:mode=1777,)?size=(\w+)$/.exec(line) ?? assert.fail(`no size: ${line}`);
      return [place, bytes(size)];
    }),
  );

describe('each container', () => {
  it('is one of these', () => {
    assert.deepEqual(all.map(([name]) => name).sort(), [...Object.keys(IN_CHART), ...OTHERS].sort());
  });

  for (const [name, service] of all) {
    it(`${name} has a limit of its log`, () => {
      assert.deepEqual(service.logging, { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } });
    });

    it(`${name} has a limit of memory, with room for its folders in memory`, () => {
      const inMemory = Object.values(foldersInMemory(service)).reduce((sum, size) => sum + size, 0);
      assert.ok(bytes(service.mem_limit) > inMemory);
    });

    it(`${name} has an image that docker/.env can pin, or is built on such a one`, () => {
      if (!service.build)
        return assert.match(service.image, /^\$\{[A-Z0-9]+_IMAGE:-docker\.io\/[\w/]+:[\w.-]*\d[\w.-]*\}$/);
      const [, fallback] = /^ARG NODE_IMAGE=(.+)$/m.exec(dockerfile);
      assert.deepEqual(service.build.args, { NODE_IMAGE: `\${NODE_IMAGE:-${fallback}}` });
    });
  }

  for (const [name, key] of Object.entries(IN_CHART))
    it(`${name} has the memory and the temporary files of the chart`, () => {
      const { resources, tmpSize } = chart[key];
      const tmp = bytes(tmpSize);
      assert.deepEqual(foldersInMemory(services[name]), { '/tmp': tmp });
      assert.equal(bytes(services[name].mem_limit), bytes(resources.limits.memory) + tmp);
    });
});
