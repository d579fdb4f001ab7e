// A backup and a restore on a cluster of two nodes, with the commands of docs/runbook.md.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { exampleValues } from '../chart/helm.mjs';
import { apply, eventually, file, giveVolumes, kubectl, objects, Release } from './kubernetes.mjs';

const runbook = await readFile(path.resolve(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');
/** In the runbook `k` stands for kubectl in the namespace of the release. */
const shell = (namespace, command, cwd) =>
  promisify(execFile)('bash', ['-c', `k() { kubectl --namespace ${namespace} "$@"; }\n${command}`], { cwd });

const node = (name) => ({ 'kubernetes.io/hostname': name });

for (const [where, contentNode, calendarNode] of [
  ['one node', 'node-1', 'node-1'],
  ['two nodes', 'node-1', 'node-2'],
])
  describe(`backups, while the services run on ${where}`, () => {
    // A volume remembers its claim, so each case has claims of its own.
    const namespace = `backups-on-${where.replace(' ', '-')}`;
    let folder;
    let volumes;
    let release;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'almanac-backups-'));
      await apply(file('prerequisites.yaml'));
      await kubectl('wait', '--for=condition=Ready', 'nodes', '--all', '--timeout=120s');
      await apply(file('namespace.yaml').replaceAll('NAME', namespace));
      volumes = setInterval(() => void giveVolumes(namespace).catch(() => undefined), 1000);
      const values = path.join(folder, 'values.json');
      await writeFile(
        values,
        JSON.stringify({
          backup: { enabled: true, url: 's3://backups/almanac' },
          contentService: { nodeSelector: node(contentNode) },
          calendarService: { nodeSelector: node(calendarNode) },
        }),
      );
      release = new Release(namespace, [(await exampleValues()).required, values].join(','));
      await release.install();
    });
    after(async () => {
      await release.uninstall();
      clearInterval(volumes);
      await kubectl('delete', 'namespace', namespace, '--wait');
      await rm(folder, { recursive: true });
    });

    it('run at once, and after a restore of a stopped system', async () => {
      await shell(namespace, 'k create job backup-now --from=cronjob/demo-almanac-backup', folder);
      await eventually(() => requireSucceeded(namespace, 'backup-now'));
      const [, command] = /```sh\n(k create job restore [^`]+)```/.exec(runbook);
      await shell(namespace, 'k scale deployment --selector=app.kubernetes.io/name=almanac --replicas=0', folder);
      await eventually(async () => assert.deepEqual(await podsOfPrograms(namespace), []));
      await shell(namespace, command.replaceAll('cronjob/almanac-backup', 'cronjob/demo-almanac-backup'), folder);
      await eventually(() => requireSucceeded(namespace, 'restore'));
      const [{ spec }] = (await objects(namespace, 'jobs')).filter(({ metadata }) => metadata.name === 'restore');
      assert.equal(spec.template.spec.containers[0].command.at(-1), 'restore');
    });
  });

async function requireSucceeded(namespace, name) {
  const [job] = (await objects(namespace, 'jobs')).filter(({ metadata }) => metadata.name === name);
  assert.equal(job.status.succeeded, 1, name);
}

const podsOfPrograms = async (namespace) =>
  (await objects(namespace, 'pods')).filter(({ metadata }) => metadata.labels['app.kubernetes.io/component']);
