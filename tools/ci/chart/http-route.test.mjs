// The HTTPRoute of the Gateway API.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleValues, render, renderWith } from './helm.mjs';
import { ofKind } from './manifests.mjs';

const parentRefs = [{ name: 'public', namespace: 'gateways', sectionName: 'https' }];
const routesWith = async (httpRoute, values = {}) =>
  ofKind(await renderWith({ ...values, httpRoute: { enabled: true, parentRefs, ...httpRoute } }), 'HTTPRoute');

describe('the HTTPRoute', () => {
  it('is absent unless it is enabled', async () => {
    assert.deepEqual(ofKind(await renderWith({}), 'HTTPRoute'), []);
  });

  it('leads all paths to the gateway, without a limit of time', async () => {
    const [route] = await routesWith({}, { gateway: { service: { port: 8000 } } });
    assert.deepEqual(route, {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name: 'demo-almanac', labels: route.metadata.labels },
      spec: {
        parentRefs,
        hostnames: ['almanac.example'],
        rules: [
          {
            matches: [{ path: { type: 'PathPrefix', value: '/' } }],
            timeouts: { request: '0s' },
            backendRefs: [{ name: 'demo-almanac-gateway', port: 8000 }],
          },
        ],
      },
    });
  });

  it('passes on all its values, beside an Ingress', async () => {
    const documents = await render([(await exampleValues()).everything]);
    const [{ metadata, spec }] = ofKind(documents, 'HTTPRoute');
    assert.equal(ofKind(documents, 'Ingress').length, 1);
    assert.deepEqual(metadata.annotations, { 'example.com/team': 'library' });
    assert.deepEqual(spec.parentRefs, [{ name: 'public', namespace: 'gateways', sectionName: 'https', port: 443 }]);
    assert.deepEqual(spec.hostnames, ['almanac.example', '*.almanac.example']);
    assert.deepEqual(spec.rules[0].timeouts, { request: '20m', backendRequest: '15m' });
  });

  it('has no time-outs for a controller without them', async () => {
    const [{ spec }] = await routesWith({ timeouts: null });
    assert.equal(spec.rules[0].timeouts, undefined);
  });

  for (const [baseUrl, hostnames] of [
    ['https://docs.example', ['docs.example']],
    ['https://docs.example:8443/wiki/', ['docs.example']],
    ['http://Docs.Example', ['docs.example']],
    ['https://docs.example./wiki', ['docs.example']],
    ['http://localhost:8080', ['localhost']],
    ['http://docs_of_us.example', undefined],
    ['http://192.0.2.7:8080', undefined],
    ['http://[2001:db8::7]:8080', undefined],
  ])
    it(`has the host of ${baseUrl}: ${hostnames ?? 'any'}`, async () => {
      const [{ spec }] = await routesWith({}, { settings: { shared: { baseUrl } } });
      assert.deepEqual(spec.hostnames, hostnames);
    });

  for (const [fault, httpRoute, place] of [
    ['no Gateway', { parentRefs: [] }, 'parentRefs'],
    ['a Gateway without a name', { parentRefs: [{ namespace: 'gateways' }] }, 'name'],
    ['a misspelt part of a Gateway', { parentRefs: [{ name: 'public', section: 'https' }] }, 'section'],
    ['a host with a path', { hostnames: ['almanac.example/docs'] }, 'hostnames'],
    ['a host with an empty part', { hostnames: ['almanac..example'] }, 'hostnames'],
    ['a time-out without a unit', { timeouts: { request: '60' } }, 'request'],
    ['a time-out with a fraction', { timeouts: { request: '1.5s' } }, 'request'],
    ['an unknown time-out', { timeouts: { idle: '60s' } }, 'idle'],
    ['rules of its own', { rules: [] }, 'rules'],
  ])
    it(`is refused with ${fault}`, async () => {
      await assert.rejects(routesWith(httpRoute), ({ stderr }) => {
        assert.match(stderr, /don't meet the specifications of the schema/);
        return stderr.includes(place);
      });
    });
});
