// The chart generates the service secret once and then keeps it. Helm's `lookup` needs a cluster: a small server stands in for its API.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { renderWith } from './helm.mjs';
import { ofKind } from './manifests.mjs';

const KEPT = 'kept-from-the-first-installation-0123456789';
const GIVEN = 'given-by-the-operator-0123456789abcdefghij';
const SECRET_PATH = '/api/v1/namespaces/library/secrets/demo-almanac';

const discovery = {
  '/version': { major: '1', minor: '34', gitVersion: 'v1.34.1' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [{ name: 'secrets', singularName: 'secret', namespaced: true, kind: 'Secret', verbs: ['get'] }],
  },
};
let installed;
let server;

before(async () => {
  server = createServer((req, res) => {
    const answers = { ...discovery, [SECRET_PATH]: installed };
    const body = answers[new URL(req.url, 'http://cluster').pathname];
    res.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    res.end(
      JSON.stringify(body ?? { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

/** The secret of the services, and that of their migrations. */
async function serviceSecrets(values = {}) {
  const cluster = ['--dry-run=server', '--kube-apiserver', `http://127.0.0.1:${server.address().port}`];
  const documents = await renderWith(values, ...cluster);
  return ofKind(documents, 'Secret').map(({ data }) => Buffer.from(data.SERVICE_SECRET, 'base64').toString());
}

describe('secrets.serviceSecret', () => {
  it('is generated at each first installation, the same for migrations and services', async () => {
    installed = undefined;
    const [[first, migrating], [second]] = [await serviceSecrets(), await serviceSecrets()];
    assert.match(first, /^[A-Za-z0-9]{48}$/);
    assert.equal(migrating, first);
    assert.notEqual(second, first);
  });

  it('is kept at an upgrade', async () => {
    const data = { SERVICE_SECRET: Buffer.from(KEPT).toString('base64') };
    installed = { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'demo-almanac', namespace: 'library' }, data };
    assert.deepEqual(await serviceSecrets(), [KEPT, KEPT]);
  });

  it('is the given one, also when the cluster holds another', async () => {
    assert.deepEqual(await serviceSecrets({ secrets: { serviceSecret: GIVEN } }), [GIVEN, GIVEN]);
  });
});
