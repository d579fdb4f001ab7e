// docker/compose.yaml against the settings of the programs, as the chart's README lists them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { settingsTable } from '../chart/settings-table.mjs';

const folder = path.resolve(import.meta.dirname, '../../../docker');
const { services, volumes } = parse(await readFile(path.join(folder, 'compose.yaml'), 'utf8'), { merge: true });
const example = await readFile(path.join(folder, '.env.example'), 'utf8');
const dockerfile = await readFile(path.join(folder, 'Dockerfile'), 'utf8');
const table = await settingsTable();

/** Settings that nobody can change in Compose, with the reason. */
const FIXED = {
  HOST: 'programs listen on all addresses of their container',
  PORT: 'the image sets it; PORT of .env is the published port',
  CONTENT_URL: 'the name of the service in the network of Compose',
  CALENDAR_URL: 'the name of the service in the network of Compose',
  PUPPETEER_EXECUTABLE_PATH: 'the image has its browser',
};
/** Their values are in the image. */
const OF_IMAGE = ['HOST', 'PORT', 'PUPPETEER_EXECUTABLE_PATH'];
const BY_MIGRATIONS = ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'ADMIN_API_TOKEN'];
const PROGRAMS = ['gateway', 'content-service', 'calendar-service'];

/** Without a value it comes from docker/.env, under its own name. */
const isSettable = (value) => value === null || value.includes('${');

describe('docker/compose.yaml', () => {
  for (const program of PROGRAMS)
    it(`passes each setting of ${program} on, and no other`, () => {
      const settings = table.filter(({ programs }) => programs.includes(program)).map(({ variable }) => variable);
      const expected = settings.filter((variable) => !OF_IMAGE.includes(variable) && !BY_MIGRATIONS.includes(variable));
      assert.ok(expected.length > 10, 'the table of settings was not understood');
      const { environment } = services[program];
      assert.deepEqual(Object.keys(environment).sort(), [...new Set(expected)].sort());
      for (const variable of expected)
        assert.equal(isSettable(environment[variable]), !(variable in FIXED), `docker/.env can set ${variable}`);
    });

  it('gives migrations the settings of their service', () => {
    for (const name of ['content', 'calendar']) {
      const ofMigration = Object.keys(services[`${name}-migrate`].environment);
      assert.deepEqual(
        ofMigration.filter((variable) => !BY_MIGRATIONS.includes(variable)).sort(),
        Object.keys(services[`${name}-service`].environment).sort(),
      );
    }
  });

  it('has a value for each variable that an image sets', () => {
    const lines = dockerfile.match(/^ENV .+$/gm).join(' ');
    const ofImages = Array.from(lines.matchAll(/([A-Z0-9_]+)=/g), ([, variable]) => variable);
    assert.ok(ofImages.includes('STORAGE_URL'));
    // Compose removes a variable without a value from the container, even when the image sets it.
    for (const [name, { environment = {} }] of Object.entries(services))
      for (const variable of ofImages) assert.notEqual(environment[variable], null, `${variable} of ${name}`);
  });

  it('gives the key of the S3 server to nobody but the owner of the bucket, and the programs the key of the bucket', () => {
    const withRootKey = Object.keys(services).filter((name) =>
      JSON.stringify(services[name]).includes('S3_ROOT_SECRET_KEY'),
    );
    assert.deepEqual(withRootKey, ['s3', 'create-bucket']);
    const { S3_ACCESS_KEY, S3_SECRET_KEY, ADMIN_ACCESS_KEY_ID, S3_BUCKET } = services['create-bucket'].environment;
    assert.equal(services.s3.environment.ROOT_ACCESS_KEY, ADMIN_ACCESS_KEY_ID);
    for (const { environment } of [services['content-service'], services['calendar-service']]) {
      assert.deepEqual(
        [environment.AWS_ACCESS_KEY_ID, environment.AWS_SECRET_ACCESS_KEY],
        [S3_ACCESS_KEY, S3_SECRET_KEY],
      );
      assert.ok(environment.STORAGE_URL.includes(`s3://${S3_BUCKET}/`));
    }
  });

  it('gives the administrator to the migration only', () => {
    for (const [name, { environment = {} }] of Object.entries(services))
      assert.equal('ADMIN_PASSWORD' in environment, name === 'content-migrate', name);
  });

  it('waits for each service until it is ready, and for migrations until they are done', () => {
    for (const [name, { depends_on = {} }] of Object.entries(services))
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        assert.ok(needed in services, `${name} waits for ${needed}`);
        const expected = services[needed].restart === 'no' ? 'service_completed_successfully' : 'service_healthy';
        assert.equal(condition, expected, `${name} waits for ${needed}`);
      }
    for (const service of ['content-service', 'calendar-service'])
      assert.deepEqual(Object.keys(services[service].depends_on).sort(), [
        `${service.replace('-service', '')}-migrate`,
        'create-bucket',
        'valkey',
      ]);
    assert.deepEqual(Object.keys(services['create-bucket'].depends_on), ['s3']);
  });

  it('has a health check for each server that others wait for', () => {
    for (const name of ['postgres', 'valkey', 's3']) assert.ok(services[name].healthcheck.test.length > 1, name);
    // Those of the programs are in their images.
    for (const name of PROGRAMS) assert.equal(services[name].healthcheck, undefined, name);
  });

  it('publishes the port of the gateway only', () => {
    const published = Object.keys(services).filter((name) => services[name].ports);
    assert.deepEqual(published, ['gateway']);
  });

  it('names only variables that .env.example or docs/settings.md describes, and only volumes that exist', () => {
    const text = JSON.stringify(services);
    const required = [...text.matchAll(/\$\{(\w+)/g)].map(([, variable]) => variable);
    for (const variable of required) assert.match(example, new RegExp(`^#?${variable}=`, 'm'));
    const offered = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, variable]) => variable);
    const passed = Object.values(services).flatMap(({ environment = {} }) =>
      Object.keys(environment).filter((variable) => environment[variable] === null),
    );
    const used = [...required, ...passed];
    assert.deepEqual(
      offered.filter((variable) => !used.includes(variable)),
      [],
      'variables without an effect',
    );
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? []);
    const named = mounted.map((mount) => mount.split(':')[0]).filter((source) => !source.startsWith('.'));
    assert.deepEqual([...new Set(named)].sort(), Object.keys(volumes).sort());
  });
});
