import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { isTree, withSettings } from './schema';

const ROOT = path.resolve(__dirname, '../..');
export const SCHEMA_FILE = path.join(ROOT, 'k8s/almanac/values.schema.json');
export const PAGE_FILE = path.join(ROOT, 'docs/settings.md');

/** The schema of the chart as it is, and as the tables make it. */
export async function chartSchema() {
  const schema: unknown = JSON.parse(await readFile(SCHEMA_FILE, 'utf8'));
  const values: unknown = parse(await readFile(path.join(ROOT, 'k8s/almanac/values.yaml'), 'utf8'));
  if (!isTree(schema) || !isTree(values)) throw new Error('the chart has no schema or no values');
  return { schema, made: withSettings(schema, values) };
}
