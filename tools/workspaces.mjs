// The projects of this repository and the projects that each may import, as their package.json files name them.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const packages = globSync(
  read('package.json').workspaces.map((pattern) => `${pattern}/package.json`),
  { cwd: root },
).map((file) => ({ folder: path.dirname(file), ...read(file) }));

const foldersOf = (dependencies = {}) =>
  packages.filter(({ name }) => name in dependencies).map(({ folder }) => folder);

/** The tests of a project may also import `forTests`. */
export const projects = packages.map(({ folder, dependencies, devDependencies }) => ({
  folder,
  imports: foldersOf(dependencies),
  forTests: foldersOf(devDependencies),
}));

/** Folders of all libs that the project's own code needs, also through other libs. */
export function libsOf(folder) {
  const needed = new Set(importsOf(folder));
  for (const lib of needed) for (const name of importsOf(lib)) needed.add(name);
  return [...needed];
}

const importsOf = (folder) => projects.find((project) => project.folder === folder)?.imports ?? [];
