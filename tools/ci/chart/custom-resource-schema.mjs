// Turns a CustomResourceDefinition into the schemas that kubeconform reads, one for each version:
//   node custom-resource-schema.mjs <definition.yaml> <folder>
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const [definition, folder] = process.argv.slice(2);
const { group, names, versions } = parse(readFileSync(definition, 'utf8')).spec;
mkdirSync(folder, { recursive: true });

/** The API server drops unknown members, except in the metadata, which this schema does not describe. */
function refuseUnknown(schema) {
  for (const inner of Object.values(schema.properties ?? {})) refuseUnknown(inner);
  if (schema.items) refuseUnknown(schema.items);
  if (schema.properties) schema.additionalProperties = false;
  return schema;
}

for (const { name, schema } of versions) {
  const file = `${names.kind}-${group.split('.')[0]}-${name}.json`.toLowerCase();
  writeFileSync(path.join(folder, file), JSON.stringify(refuseUnknown(schema.openAPIV3Schema)));
}
