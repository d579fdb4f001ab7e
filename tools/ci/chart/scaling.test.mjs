// Several pods of a program, and who may reach them.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { stringify } from 'yaml';
import { exampleValues, render, renderWith } from './helm.mjs';
import { isHook, ofKind, podsOf, programOf } from './manifests.mjs';

const examples = await exampleValues();
const PROGRAMS = ['calendar-service', 'content-service', 'gateway'];
const component = (name) => ({
  'app.kubernetes.io/name': 'almanac',
  'app.kubernetes.io/instance': 'demo',
  'app.kubernetes.io/component': name,
});
const byProgram = (documents, kind) => Object.fromEntries(ofKind(documents, kind).map((one) => [programOf(one), one]));

describe('with several pods', async () => {
  const documents = await render([examples.replicas]);

  it('rolls all programs, and spreads their pods over nodes and zones', () => {
    for (const deployment of ofKind(documents, 'Deployment')) {
      const { replicas, strategy, template } = deployment.spec;
      assert.deepEqual(
        [replicas, strategy],
        [3, { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }],
      );
      const keys = template.spec.topologySpreadConstraints.map(({ topologyKey }) => topologyKey);
      assert.deepEqual(keys, ['kubernetes.io/hostname', 'topology.kubernetes.io/zone']);
    }
  });

  it('keeps all but one pod of a program while nodes are emptied', () => {
    const budgets = byProgram(documents, 'PodDisruptionBudget');
    assert.deepEqual(Object.keys(budgets).sort(), PROGRAMS);
    for (const name of PROGRAMS) {
      assert.equal(budgets[name].spec.maxUnavailable, 1);
      assert.deepEqual(budgets[name].spec.selector.matchLabels, component(name));
    }
  });

  it('lets the gateway see the pods of each service', () => {
    const { data } = ofKind(documents, 'ConfigMap').find((map) => programOf(map) === 'gateway');
    for (const [address, program] of [
      [data.CONTENT_URL, 'content-service'],
      [data.CALENDAR_URL, 'calendar-service'],
    ]) {
      const { hostname, port } = new URL(address);
      const service = ofKind(documents, 'Service').find(({ metadata }) => metadata.name === hostname);
      assert.equal(programOf(service), program);
      assert.equal(service.spec.clusterIP, 'None');
      assert.equal(String(service.spec.ports[0].port), port);
    }
  });

  for (const [values, expected] of [
    [{}, 3],
    [{ revisionHistoryLimit: 0 }, 0],
    [{ revisionHistoryLimit: 12 }, 12],
  ])
    it(`keeps ${expected} former ReplicaSets of each Deployment with ${JSON.stringify(values)}`, async () => {
      const limits = ofKind(await renderWith(values), 'Deployment').map(({ spec }) => spec.revisionHistoryLimit);
      assert.deepEqual(limits, [expected, expected, expected]);
    });

  it('has no budget for a single pod', async () => {
    assert.deepEqual(ofKind(await render([examples.required]), 'PodDisruptionBudget'), []);
  });

  for (const program of ['contentService', 'calendarService']) {
    it(`refuses several pods of ${program} that do not share their files`, async () => {
      const refusal = { stderr: /several pods need files that all of them reach: a bucket/ };
      const expectRefusal = (values) =>
        assert.rejects(renderWith({ [program]: values }), ({ stderr }) => refusal.stderr.test(stderr));
      await expectRefusal({ replicas: 2 });
      await expectRefusal({ autoscaling: { enabled: true } });
      await expectRefusal({ replicas: 2, persistence: { enabled: false } });
      await renderWith({ [program]: { replicas: 2, persistence: { accessModes: ['ReadWriteMany'] } } });
    });
  }
});

describe('autoscaling', async () => {
  const documents = await render([examples.everything]);

  it('scales each Deployment, which then names no number of pods', () => {
    const scalers = byProgram(documents, 'HorizontalPodAutoscaler');
    for (const [name, deployment] of Object.entries(byProgram(documents, 'Deployment'))) {
      assert.equal(deployment.spec.replicas, undefined);
      const { scaleTargetRef, minReplicas, maxReplicas, metrics } = scalers[name].spec;
      assert.deepEqual(scaleTargetRef, { apiVersion: 'apps/v1', kind: 'Deployment', name: deployment.metadata.name });
      assert.deepEqual([minReplicas, maxReplicas, metrics[0].resource.target.averageUtilization], [3, 9, 60]);
    }
  });

  it('measures against requested processor time, which every container names', async () => {
    for (const values of Object.values(examples)) {
      for (const { spec } of podsOf(await render([values])))
        assert.ok(spec.containers.every(({ resources }) => resources.requests.cpu));
    }
  });
});

describe('network policies', async () => {
  const policies = byProgram(await render([examples.required]), 'NetworkPolicy');
  const callersOf = (name) => policies[name].spec.ingress.find(({ ports }) => ports[0].port === 'http').from;

  it('let everybody reach the gateway', () => {
    assert.equal(callersOf('gateway'), undefined);
  });

  it('let only the other programs reach a service', () => {
    const from = (...names) => names.map((name) => ({ podSelector: { matchLabels: component(name) } }));
    assert.deepEqual(callersOf('content-service'), from('gateway', 'calendar-service'));
    assert.deepEqual(callersOf('calendar-service'), from('gateway', 'content-service'));
  });

  it('let the named peers read metrics', async () => {
    const everything = byProgram(await render([examples.everything]), 'NetworkPolicy');
    for (const name of PROGRAMS) {
      const rule = everything[name].spec.ingress.find(({ ports }) => ports[0].port === 'metrics');
      assert.deepEqual(rule.from, [
        { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
      ]);
    }
  });

  it('can be switched off', async () => {
    assert.deepEqual(ofKind(await render([examples.replicas]), 'NetworkPolicy'), []);
  });
});

describe('pods', async () => {
  const documents = await render([examples.everything]);

  it('get the additional variables and volumes, migrations too', () => {
    for (const { owner, spec } of podsOf(documents).filter(({ owner }) => programOf(owner))) {
      const [{ env, volumeMounts }] = spec.containers;
      assert.ok(
        env.some(({ name, value }) => name === 'NODE_EXTRA_CA_CERTS' && value === '/etc/ca/ca.crt'),
        owner.metadata.name,
      );
      assert.ok(volumeMounts.some(({ name, mountPath }) => name === 'ca' && mountPath === '/etc/ca'));
      assert.ok(spec.volumes.some(({ name }) => name === 'ca'));
    }
  });

  it('run as the named service account, whose token they do not get', () => {
    const accounts = Object.entries(byProgram(documents, 'Deployment')).map(([name, { spec }]) => [
      name,
      spec.template.spec.serviceAccountName,
    ]);
    assert.deepEqual(Object.fromEntries(accounts), {
      gateway: 'library',
      'content-service': 'library-content',
      'calendar-service': 'default',
    });
    const [created, ...others] = ofKind(documents, 'ServiceAccount');
    assert.deepEqual(others, []);
    assert.equal(created.automountServiceAccountToken, false);
    assert.deepEqual(created.metadata.annotations, { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/library' });
  });

  it('use the image of the digest', () => {
    const { image } = byProgram(documents, 'Deployment').gateway.spec.template.spec.containers[0];
    assert.match(image, /^registry\.example:5000\/team\/library\/gateway@sha256:[0-9a-f]{64}$/);
  });

  it('may have their user chosen by the cluster', () => {
    for (const { spec } of podsOf(documents))
      assert.deepEqual(spec.securityContext, {
        runAsNonRoot: true,
        fsGroupChangePolicy: 'Always',
        seccompProfile: { type: 'RuntimeDefault' },
      });
  });
});

describe('a ServiceMonitor', async () => {
  const documents = await render([examples.everything]);

  it('finds the metrics port of one program by a headless Service', () => {
    for (const { metadata, spec } of ofKind(documents, 'ServiceMonitor')) {
      const found = ofKind(documents, 'Service').filter(({ metadata: { labels } }) =>
        Object.entries(spec.selector.matchLabels).every(([key, value]) => labels[key] === value),
      );
      assert.deepEqual(
        found.map((service) => service.metadata.name),
        [metadata.name],
      );
      assert.equal(found[0].spec.ports[0].name, spec.endpoints[0].port);
      assert.deepEqual([metadata.labels.release, spec.endpoints[0].interval], ['prometheus', '15s']);
    }
  });

  it('needs metrics', async () => {
    const values = { serviceMonitor: { enabled: true }, settings: { shared: { metricsPort: 0 } } };
    await assert.rejects(renderWith(values), ({ stderr }) => /serviceMonitor needs/.test(stderr));
  });
});

describe('the recorded manifests', () => {
  // A review then shows each change of the manifests. Record again with UPDATE_GOLDEN=1.
  for (const name of ['everything', 'replicas']) {
    it(`are those of ci/${name}-values.yaml`, async () => {
      const documents = await render([examples[name]]);
      for (const { data } of ofKind(documents, 'Secret')) for (const key in data) data[key] = '<secret>';
      for (const { spec } of ofKind(documents, 'Deployment').filter((one) => !isHook(one)))
        spec.template.metadata.annotations['checksum/secrets'] = '<checksum>';
      const text = documents.map((document) => stringify(document, { lineWidth: 0 })).join('---\n');
      const file = path.join(import.meta.dirname, 'golden', `${name}.yaml`);
      if (process.env.UPDATE_GOLDEN) await writeFile(file, text);
      assert.equal(
        text,
        await readFile(file, 'utf8'),
        'UPDATE_GOLDEN=1 bash tools/ci/helm.sh records the manifests again',
      );
    });
  }
});
