// The life of a release with each file of example values, in a namespace that enforces the profile `restricted`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { exampleValues } from '../chart/helm.mjs';
import { apply, eventually, file, giveVolumes, kubectl, objects, Release } from './kubernetes.mjs';

let cloud;
before(async () => {
  await apply(file('prerequisites.yaml'));
  await kubectl('wait', '--for=condition=Ready', 'nodes', '--all', '--timeout=120s');
  cloud = setInterval(() => void giveAddresses().catch(() => undefined), 1000);
});
after(() => clearInterval(cloud));

/** Stands in for a cloud: helm waits until each load balancer has an address. */
async function giveAddresses() {
  const services = JSON.parse(await kubectl('get', 'services', '--all-namespaces', '--output', 'json')).items;
  const patch = JSON.stringify({ status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } });
  for (const { metadata, spec, status } of services)
    if (spec.type === 'LoadBalancer' && !status.loadBalancer.ingress)
      await kubectl(
        'patch',
        'service',
        metadata.name,
        '--namespace',
        metadata.namespace,
        '--subresource=status',
        '--patch',
        patch,
      );
}

for (const [name, valuesFile] of Object.entries(await exampleValues()))
  describe(`the chart with ${name}-values.yaml`, () => {
    const namespace = `with-${name}`;
    const release = new Release(namespace, valuesFile);
    let volumes;
    let secrets;

    before(async () => {
      await apply(file('namespace.yaml').replaceAll('NAME', namespace));
      volumes = setInterval(() => void giveVolumes(namespace).catch(() => undefined), 1000);
    });
    after(() => clearInterval(volumes));

    it('installs without a warning, migrations first', async () => {
      const { stderr } = await release.install();
      secrets = await kept(namespace);
      assert.deepEqual(warnings(stderr), []);
      for (const { metadata, status } of await objects(namespace, 'jobs'))
        assert.equal(status.succeeded, 1, metadata.name);
    });

    it('has all replicas of each Deployment available, and no Pod refused', async () => {
      await requireAvailable(namespace);
    });

    it('lets budgets permit a disruption, and autoscalers set their minimum', async () => {
      for (const { metadata } of await objects(namespace, 'poddisruptionbudgets'))
        await eventually(async () => {
          const [budget] = (await objects(namespace, 'poddisruptionbudgets')).filter(
            (one) => one.metadata.name === metadata.name,
          );
          assert.ok(budget.status.disruptionsAllowed >= 1, metadata.name);
        });
      for (const { metadata, spec } of await objects(namespace, 'horizontalpodautoscalers'))
        await eventually(async () => {
          const [deployment] = (await objects(namespace, 'deployments')).filter(
            (one) => one.metadata.name === spec.scaleTargetRef.name,
          );
          assert.equal(deployment.status.availableReplicas, spec.minReplicas, metadata.name);
        });
    });

    it('has a test that is admitted', async () => {
      const tests = parseAllDocuments(await release.hooks())
        .map((document) => document.toJS())
        .filter((object) => object?.kind === 'Pod');
      assert.equal(tests.length, 1);
      assert.equal(await apply(JSON.stringify(tests[0]), 'create', '--dry-run=server', '--namespace', namespace), '');
    });

    it('keeps its secrets over an upgrade and a rollback', async () => {
      const { stderr } = await release.upgrade('--set', 'settings.shared.logLevel=error');
      assert.deepEqual(warnings(stderr), []);
      assert.deepEqual(await kept(namespace), secrets);
      await requireAvailable(namespace, 'error');
      await release.rollback(1);
      assert.deepEqual(await kept(namespace), secrets);
      await requireAvailable(namespace);
    });

    it('leaves only the volumes and the last migrations when it is uninstalled', async () => {
      await release.uninstall();
      await eventually(async () => assert.deepEqual(await left(namespace), []));
    });
  });

/** Kubernetes gives the warning about session affinity for every headless Service, because it fills in that member itself. */
const warnings = (stderr) =>
  stderr.split('\n').filter((line) => line !== '' && !line.includes('spec.SessionAffinity is ignored for headless'));

/** The secrets that no value gives are made up once. */
const kept = async (namespace) =>
  (await objects(namespace, 'secrets'))
    .filter(({ type, metadata }) => type === 'Opaque' && !metadata.annotations?.['helm.sh/hook'])
    .map(({ metadata, data }) => [metadata.name, data]);

async function requireAvailable(namespace, logLevel) {
  await eventually(async () => {
    const deployments = await objects(namespace, 'deployments');
    assert.equal(deployments.length, 3);
    for (const { metadata, spec, status } of deployments) {
      assert.equal(status.observedGeneration, metadata.generation, metadata.name);
      assert.equal(status.updatedReplicas, spec.replicas, metadata.name);
      assert.equal(status.availableReplicas, spec.replicas, metadata.name);
    }
  });
  const refused = (await objects(namespace, 'events')).filter(({ reason }) => reason === 'FailedCreate');
  assert.deepEqual(
    refused.map(({ message }) => message),
    [],
  );
  if (logLevel)
    for (const { metadata, data } of await objects(namespace, 'configmaps'))
      if (data?.LOG_LEVEL && !metadata.annotations?.['helm.sh/hook'])
        assert.equal(data.LOG_LEVEL, logLevel, metadata.name);
}

/** Everything that the chart created, but for the claims that it keeps and the Jobs of migrations, whose log may be needed. */
async function left(namespace) {
  const kinds =
    'deployments,pods,services,serviceaccounts,networkpolicies,poddisruptionbudgets,horizontalpodautoscalers,ingresses,httproutes,cronjobs';
  return (await objects(namespace, kinds))
    .filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/instance'] === 'demo')
    .filter(({ metadata }) => !metadata.ownerReferences?.some(({ kind }) => kind === 'Job'))
    .map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}
