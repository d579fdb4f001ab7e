import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Structure, isSpec, ROOT } from './sources';

const TEXT = /\.(ts|mts|mjs|cjs|js|json|sh|ya?ml)$|Dockerfile|\/run$|\/nightly$/;

/** Sources in TypeScript that no program imports and no other file names. A test alone does not keep a source alive. */
export function unusedFiles({ tracked, sources, allImports }: Structure, root = ROOT): string[] {
  const imported = new Set([...allImports].filter(([name]) => !isSpec(name)).flatMap(([, others]) => [...others]));
  const unimported = sources.map(({ name }) => name).filter((name) => name.endsWith('.ts') && !imported.has(name));
  const readers = tracked
    .filter((name) => TEXT.test(name) && !isSpec(name) && name !== 'package-lock.json')
    .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));
  return unimported.filter((file) => {
    const names = startedAs(file);
    return !readers.some(({ name, text }) => name !== file && names.test(text));
  });
}

/** Programs and preloads are not imported but started: `main` by its folder and name, others also by their own name. */
function startedAs(file: string): RegExp {
  const { base, name, dir } = path.parse(file);
  const byFolder = `${path.basename(dir)}/${name}`;
  const own = base === 'main.ts' ? byFolder : name;
  return new RegExp(`['"/ ]${byFolder}(?:\\.[jt]s)?['"\\s]|['"/]${own}(?:\\.[jt]s)?['"]`);
}
