// The CronJob of backups.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleValues, render, renderWith } from './helm.mjs';
import { ofKind, podsOf, programOf } from './manifests.mjs';

const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** The programs beside whose pods this one would rather run. */
const componentsNear = ({ affinity }) =>
  affinity.podAffinity[PREFERRED].map(
    ({ podAffinityTerm }) => podAffinityTerm.labelSelector.matchLabels['app.kubernetes.io/component'],
  );

const cronJobIn = (documents) => {
  const [job] = ofKind(documents, 'CronJob');
  const [{ spec }] = podsOf([job]);
  const [container] = spec.containers;
  const settings = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  return { job, spec, container, settings };
};

describe('the CronJob of backups', () => {
  it('is absent unless it is enabled', async () => {
    assert.deepEqual(ofKind(await renderWith({}), 'CronJob'), []);
  });

  it('passes on all its values', async () => {
    const { job, spec, settings } = cronJobIn(await render([(await exampleValues()).everything]));
    assert.equal(job.spec.schedule, '30 3 * * 0');
    assert.equal(job.spec.timeZone, 'Europe/Rome');
    assert.equal(job.spec.concurrencyPolicy, 'Forbid');
    assert.equal(job.spec.jobTemplate.spec.backoffLimit, 2);
    assert.equal(job.spec.jobTemplate.spec.activeDeadlineSeconds, 7200);
    assert.equal(settings.BACKUP_URL, 'file:///srv/backups');
    assert.equal(settings.BACKUP_KEEP, '5');
    assert.match(settings.BACKUP_RECIPIENT, /^age1/);
    const claims = spec.volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
    assert.deepEqual(claims, ['library-calendar-files', 'library-files', 'library-backups']);
    assert.equal(spec.affinity.podAffinity, undefined, 'a volume for many nodes needs no certain node');
  });

  it('mounts each volume of files read-only at the folder that its settings name', async () => {
    const { container, settings } = cronJobIn(await render([(await exampleValues()).everything]));
    const folders = container.volumeMounts.filter(({ readOnly }) => readOnly).map(({ mountPath }) => mountPath);
    for (const name of ['STORAGE_URL', 'CALENDAR_STORAGE_URL'])
      assert.ok(folders.includes(settings[name].replace('file://', '')), name);
  });

  it('has no volumes of files with buckets', async () => {
    const { spec, settings } = cronJobIn(await render([(await exampleValues()).bucket]));
    assert.deepEqual(
      spec.volumes.map(({ name }) => name),
      ['tmp'],
    );
    assert.match(settings.STORAGE_URL, /^s3:/);
    assert.match(settings.CALENDAR_STORAGE_URL, /^s3:/);
  });

  it('prefers the nodes of volumes that a single node mounts, and needs none, since a restore runs without the programs', async () => {
    const { spec } = cronJobIn(await renderWith({ backup: { enabled: true, url: 's3://backups/almanac' } }));
    assert.deepEqual(Object.keys(spec.affinity.podAffinity), [PREFERRED]);
    assert.deepEqual(componentsNear(spec), ['content-service', 'calendar-service']);
  });

  it('keeps the services together where each has a volume for a single node, so that one pod can mount both', async () => {
    const calendarWith = async (values) => {
      const documents = await renderWith(values);
      return ofKind(documents, 'Deployment').find((one) => programOf(one) === 'calendar-service').spec.template.spec;
    };
    const backup = { enabled: true, url: 's3://backups/almanac' };
    assert.deepEqual(componentsNear(await calendarWith({ backup })), ['content-service']);
    assert.equal((await calendarWith({})).affinity, undefined);
    const shared = { persistence: { accessModes: ['ReadWriteMany'] } };
    assert.equal((await calendarWith({ backup, contentService: shared })).affinity, undefined);
    const podAntiAffinity = { [PREFERRED]: [] };
    const own = await calendarWith({ backup, calendarService: { affinity: { podAntiAffinity } } });
    assert.deepEqual(own.affinity, { podAntiAffinity });
  });

  for (const [fault, backup, message] of [
    ['no place for backups', { enabled: true }, /url/],
    ['a folder without a volume', { enabled: true, url: 'file:///backups' }, /existingClaim/],
    ['a half schedule', { enabled: true, url: 's3://backups', schedule: '5 *' }, /schedule/],
    [
      'a private key instead of the public one',
      { enabled: true, url: 's3://backups', recipient: 'AGE-SECRET-KEY-1' },
      /recipient/,
    ],
    ['a negative number of backups', { keep: -1 }, /keep/],
    ['a value that does not exist', { retention: 5 }, /retention/],
  ])
    it(`is refused with ${fault}`, async () => {
      await assert.rejects(renderWith({ backup }), ({ stderr }) => message.test(stderr));
    });
});
