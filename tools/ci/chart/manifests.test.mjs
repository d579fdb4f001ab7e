// Rules that the manifests must meet with any values. The tests run for every file of k8s/almanac/ci.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleValues, readYaml, render } from './helm.mjs';
import { containersOf, environmentOf, hookWeight, isHook, ofKind, podsOf, programOf } from './manifests.mjs';

const IMAGE = /gateway|content-service|calendar-service/;
const VALUES_OF = { gateway: 'gateway', 'content-service': 'contentService', 'calendar-service': 'calendarService' };

/** The annotations of an account but for those of Helm. */
const roleIn = (annotations = {}) =>
  Object.fromEntries(Object.entries(annotations).filter(([name]) => !name.startsWith('helm.sh/')));

const matches = (selector, labels) => Object.entries(selector).every(([key, value]) => labels[key] === value);

for (const [name, file] of Object.entries(await exampleValues())) {
  const documents = await render([file]);
  const values = await readYaml(`ci/${name}-values.yaml`);
  const find = (kind, wanted) => ofKind(documents, kind).find(({ metadata }) => metadata.name === wanted);

  describe(`rendered with ci/${name}-values.yaml`, () => {
    it('has the three programs', () => {
      assert.deepEqual(ofKind(documents, 'Deployment').map(programOf).sort(), [
        'calendar-service',
        'content-service',
        'gateway',
      ]);
    });

    it('gives each object a name of its own', () => {
      const names = documents.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
      assert.deepEqual(names, [...new Set(names)]);
      assert.ok(names.every((entry) => entry.split('/')[1].length <= 63));
    });

    it('runs nothing as root, with capabilities or on a writable root file system', () => {
      for (const { owner, spec } of podsOf(documents)) {
        const where = owner.metadata.name;
        assert.equal(spec.securityContext.runAsNonRoot, true, where);
        assert.notEqual(spec.securityContext.runAsUser, 0, where);
        assert.equal(spec.securityContext.seccompProfile.type, 'RuntimeDefault', where);
        assert.equal(spec.automountServiceAccountToken, false, where);
        for (const { securityContext, volumeMounts } of spec.containers) {
          assert.deepEqual(
            securityContext,
            { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
            where,
          );
          if (owner.kind !== 'Pod')
            assert.ok(
              volumeMounts.some(({ mountPath }) => mountPath === '/tmp'),
              where,
            );
        }
      }
    });

    it('runs each pod where its values say, under their account, with their labels', () => {
      for (const { owner, metadata, spec } of podsOf(documents)) {
        const key = VALUES_OF[IMAGE.exec(spec.containers[0].image)[0]];
        const own = values[key] ?? {};
        const where = `${owner.kind} ${owner.metadata.name}`;
        for (const member of ['nodeSelector', 'tolerations', 'priorityClassName'])
          assert.deepEqual(spec[member], own[member], `${where}: ${member}`);
        if (own.affinity) assert.deepEqual(spec.affinity, own.affinity, where);
        for (const [label, value] of Object.entries(own.podLabels ?? {}))
          assert.equal(metadata.labels[label], value, `${where}: ${label}`);
        for (const [name, value] of Object.entries(own.podAnnotations ?? {}))
          assert.equal(metadata.annotations[name], value, `${where}: ${name}`);
        assert.equal(accountOf(spec.serviceAccountName), accountOf(own.serviceAccount), where);
      }
    });

    /** The rights of an account in the cloud: its annotations, or the name of one that is not the chart's. */
    function accountOf(account) {
      if (typeof account !== 'string' && account?.create === false) return account.name ?? 'default';
      const name = typeof account === 'string' ? account : undefined;
      const made = name === undefined ? undefined : find('ServiceAccount', name);
      if (name !== undefined && made === undefined) return name;
      return JSON.stringify(roleIn(made?.metadata.annotations ?? account?.annotations));
    }

    it('asks /healthz whether to restart and /readyz whether to send requests', () => {
      for (const { container } of containersOf(ofKind(documents, 'Deployment'))) {
        const path = (probe) => container[probe].httpGet.path;
        assert.deepEqual(
          [path('startupProbe'), path('livenessProbe'), path('readinessProbe')],
          ['/healthz', '/healthz', '/readyz'],
        );
      }
    });

    it('lets each Service reach the pods of one program, at a port that they have', () => {
      for (const service of ofKind(documents, 'Service')) {
        const reached = podsOf(documents).filter(({ metadata }) => matches(service.spec.selector, metadata.labels));
        assert.deepEqual(
          reached.map(({ owner }) => `${owner.kind} ${programOf(owner)}`),
          [`Deployment ${programOf(service)}`],
        );
        assert.ok(reached[0].spec.containers[0].ports.some((port) => port.name === service.spec.ports[0].targetPort));
      }
    });

    it('starts the migrations before anything else, content first, with settings that exist by then', () => {
      const jobs = ofKind(documents, 'Job');
      assert.deepEqual(
        jobs.map(programOf),
        values.migrations?.enabled === false ? [] : ['content-service', 'calendar-service'],
      );
      assert.ok(
        jobs.every(isHook) && jobs.every((job, index) => index === 0 || hookWeight(job) > hookWeight(jobs[index - 1])),
      );
      assert.ok(containersOf(jobs).every(({ container }) => container.args.join() === 'migrate'));
    });

    it('takes each setting from an object that is there when the pod starts', () => {
      for (const { owner, container } of containersOf(documents)) {
        assert.ok(
          container.envFrom.every(({ configMapRef }) => find('ConfigMap', configMapRef.name)),
          owner.metadata.name,
        );
        for (const { kind, from, key, optional, variable } of environmentOf(container, documents)) {
          const source = find(kind, from);
          if (!source) {
            assert.equal(
              from,
              values.secrets.existingSecret,
              `${owner.metadata.name}: ${variable} comes from ${kind} ${from}, which nobody makes`,
            );
            continue;
          }
          assert.ok(key in source.data || optional, `${owner.metadata.name}: ${from} has no ${key}`);
          // A hook runs before the other objects exist, and is deleted before they start.
          assert.equal(isHook(source), isHook(owner), `${owner.metadata.name}: ${from} is there at another time`);
          if (isHook(owner))
            assert.ok(hookWeight(source) < hookWeight(owner), `${from} must come before ${owner.metadata.name}`);
        }
      }
    });

    it('shows the outside the gateway alone', () => {
      const gateway = ofKind(documents, 'Service').find((service) => programOf(service) === 'gateway').metadata.name;
      const backends = ofKind(documents, 'Ingress').flatMap(({ spec }) =>
        [spec.defaultBackend, ...spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend))].filter(
          Boolean,
        ),
      );
      assert.ok(backends.length > 0 === (values.ingress?.enabled ?? false));
      assert.ok(backends.every((backend) => backend.service.name === gateway));
      const routed = ofKind(documents, 'HTTPRoute').flatMap(({ spec }) =>
        spec.rules.flatMap(({ backendRefs }) => backendRefs.map(({ name }) => name)),
      );
      assert.deepEqual(routed, values.httpRoute?.enabled ? [gateway] : []);
      const open = ofKind(documents, 'Service').filter(({ spec }) => spec.type !== 'ClusterIP');
      assert.ok(open.every(({ metadata }) => metadata.name === gateway));
    });

    it('writes no secret anywhere but into a Secret', () => {
      const secrets = Object.entries(values.secrets).filter(([key]) => key !== 'existingSecret');
      const elsewhere = JSON.stringify(documents.filter(({ kind }) => kind !== 'Secret'));
      for (const [key, secret] of secrets) assert.ok(!elsewhere.includes(JSON.stringify(secret).slice(1, -1)), key);
    });
  });
}

describe('the store of files', () => {
  it('keeps its volume when the release is removed', async () => {
    const claims = ofKind(await render([(await exampleValues()).required]), 'PersistentVolumeClaim');
    assert.deepEqual(
      claims.map(({ metadata }) => metadata.annotations['helm.sh/resource-policy']),
      ['keep', 'keep'],
    );
  });

  it('is absent with a bucket, and programs roll', async () => {
    const documents = await render([(await exampleValues()).bucket]);
    assert.deepEqual(ofKind(documents, 'PersistentVolumeClaim'), []);
    for (const deployment of ofKind(documents, 'Deployment')) {
      assert.equal(deployment.spec.strategy.type, 'RollingUpdate');
      const volumes = deployment.spec.template.spec.volumes.map(({ name }) => name);
      assert.deepEqual(volumes, ['tmp']);
    }
  });

  it('is mounted where storageUrl points to', async () => {
    const documents = await render([(await exampleValues()).everything]);
    for (const program of ['content-service', 'calendar-service']) {
      const { container } = containersOf(ofKind(documents, 'Deployment')).find(
        ({ owner }) => programOf(owner) === program,
      );
      const settings = ofKind(documents, 'ConfigMap').find(
        ({ metadata }) => metadata.name === container.envFrom[0].configMapRef.name,
      ).data;
      const mount = container.volumeMounts.find(({ name }) => name === 'files');
      assert.equal(`file://${mount.mountPath}`, settings.STORAGE_URL);
    }
  });
});
