import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isPlainObject } from '@almanac/validation';
import { fileCircles, folderCircles } from './circles';
import { namesDeclaredTwice } from './names';
import { type Structure, isSpec, ROOT } from './sources';
import { unusedFiles } from './unused';

const SMALL_FILE_LINES = 50;
const SMALL_FOLDER_FILES = 3;
/** A statement whose rows get a type that nothing compares with the database. */
const UNCHECKED_ROWS = /\b(?:query|write|rows)<(?!\w+>\s*\(\s*\)|unknown)[^>(]+>\(/g;

/** What can be counted of the code without running it. */
export function figuresOf(structure: Structure, root = ROOT): Readonly<Record<string, number>> {
  const { sources, tracked, imports } = structure;
  const typescript = sources.filter(({ name }) => name.endsWith('.ts'));
  const sizes = typescript.map(({ lines }) => lines).sort((a, b) => a - b);
  const importers = counted([...imports.values()].flatMap((others) => [...others]));
  const folders = [...counted(sources.map(({ name }) => path.dirname(name))).entries()];
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const manifest: unknown = JSON.parse(read('package.json'));
  return {
    'files of code': sources.length,
    'lines of code': sources.reduce((sum, { lines }) => sum + lines, 0),
    'lines of a file, median': sizes[sizes.length >> 1] ?? 0,
    'lines of a file, of nine in ten': sizes[Math.floor(sizes.length * 0.9)] ?? 0,
    [`files of at most ${SMALL_FILE_LINES} lines with one importer`]: typescript.filter(
      ({ name, lines }) => importers.get(name) === 1 && lines <= SMALL_FILE_LINES,
    ).length,
    folders: folders.length,
    'folders with one to three files': folders.filter(([, files]) => files <= SMALL_FOLDER_FILES).length,
    'folders with a circle': folderCircles(structure).length,
    'circles between files': fileCircles(structure).length,
    'files that nobody imports': unusedFiles(structure, root).length,
    'exported names declared twice': namesDeclaredTwice(structure).size,
    'folders named pages': folders.filter(([folder]) => path.basename(folder) === 'pages').length,
    'statements with unchecked rows': typescript.reduce(
      (sum, { text }) => sum + (text.match(UNCHECKED_ROWS)?.length ?? 0),
      0,
    ),
    migrations: tracked.filter((name) => /src\/migrations\/\d+.*\.ts$/.test(name) && !isSpec(name)).length,
    'npm scripts': scriptsOf(manifest),
    decisions: tracked.filter((name) => /^docs\/decisions\/\d/.test(name)).length,
    'words of the README': read('README.md').split(/\s+/).length,
    'files of tests': tracked.filter(isSpec).length,
  };
}

const scriptsOf = (manifest: unknown): number =>
  isPlainObject(manifest) && isPlainObject(manifest['scripts']) ? Object.keys(manifest['scripts']).length : 0;

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
