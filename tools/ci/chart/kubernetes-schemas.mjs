// Turns the OpenAPI description of Kubernetes into the schemas that kubeconform reads:
//   node kubernetes-schemas.mjs <swagger.json of k8s.io/kubernetes> <folder>
// kubeconform would download them from a public server, which CI may not reach. These schemas also refuse fields that Kubernetes does not have.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [swagger, folder] = process.argv.slice(2);
const { definitions } = JSON.parse(readFileSync(swagger, 'utf8'));
mkdirSync(folder, { recursive: true });

// The description calls these two types strings, but Kubernetes accepts numbers as well.
definitions['io.k8s.apimachinery.pkg.util.intstr.IntOrString'] = { type: ['string', 'integer'] };
definitions['io.k8s.apimachinery.pkg.api.resource.Quantity'] = { type: ['string', 'number'] };
for (const definition of Object.values(definitions)) if (definition.properties) definition.additionalProperties = false;
writeFileSync(path.join(folder, '_definitions.json'), JSON.stringify({ definitions }));

for (const [name, definition] of Object.entries(definitions)) {
  for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
    const file = `${[kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase()}.json`;
    writeFileSync(path.join(folder, file), JSON.stringify({ $ref: `_definitions.json#/definitions/${name}` }));
  }
}
