import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');
const documents = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const read = (document: string): string => readFileSync(path.join(ROOT, document), 'utf8');

/** Targets of links within the repository. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

it.each(documents)('%s links to files that exist', (document) => {
  const folder = path.dirname(path.join(ROOT, document));
  expect(linksIn(read(document)).filter((target) => !existsSync(path.join(folder, target)))).toEqual([]);
});

describe('docs/security.md', () => {
  const sections = read('docs/security.md').split(/^## /m).slice(1);

  it('has the ten risks of the OWASP API Security Top 10 in their order', () => {
    const risks = sections.flatMap((section) => /^API\d+(?= )/.exec(section) ?? []);
    expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`));
  });

  it.each(sections.map((section) => [section.split('\n')[0], section]))('names tests for %s', (_, section = '') => {
    expect(linksIn(section).filter((target) => /\.(spec\.ts|test\.mjs)$/.test(target))).not.toEqual([]);
  });
});
