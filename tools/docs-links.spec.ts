import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');
const FOLDERS = ['docs', 'apps', 'bench', 'libs', 'k8s', 'tools'];
const documents = [
  'README.md',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => path.join(folder, name)),
  ),
];
/** The text of a document without its blocks of code. */
const read = (document: string): string =>
  readFileSync(path.join(ROOT, document), 'utf8').replace(/^ *```.*?^ *```$/gms, '');

/** Targets of links within the repository. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));

const fileOf = (document: string, link: string): string =>
  link.startsWith('#') ? document : path.join(path.dirname(document), link.replace(/#.*/, ''));

/** Anchors of headings, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

const leadsSomewhere = (document: string, link: string): boolean => {
  const file = fileOf(document, link);
  const [, anchor] = link.split('#');
  return existsSync(path.join(ROOT, file)) && (anchor === undefined || anchorsOf(read(file)).includes(anchor));
};

it.each(documents)('%s links to files and headings that exist', (document) => {
  expect(linksIn(read(document)).filter((link) => !leadsSomewhere(document, link))).toEqual([]);
});

it('docs/decisions/README.md lists every decision once', () => {
  const decisions = readdirSync(path.join(ROOT, 'docs/decisions')).filter((name) => /^\d/.test(name));
  expect(
    linksIn(read('docs/decisions/README.md'))
      .filter((link) => /^\d/.test(link))
      .sort(),
  ).toEqual(decisions.sort());
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
