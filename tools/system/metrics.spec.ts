import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

it('docs/metrics.md lists exactly the metrics of the programs', () => {
  const sources = globSync('{apps,libs}/*/src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.spec.ts'));
  const measured = namesIn(sources.map(read).join('\n'), /\b(?:counter|gauge|histogram|state)\(\s*'(almanac_\w+)'/g);
  expect(measured.length).toBeGreaterThan(10);
  expect(namesIn(read('docs/metrics.md'), /^\| `(almanac_\w+)/gm)).toEqual(measured);
});
