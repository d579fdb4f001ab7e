import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const ROOT = path.resolve(__dirname, '../..');

/** A tracked file of code: not a test, a helper of tests, or data. */
export interface Source {
  /** Path from the root of the checkout. */
  name: string;
  text: string;
  lines: number;
}

/** The code of a checkout, and which file imports which. */
export interface Structure {
  /** All tracked files. */
  tracked: readonly string[];
  sources: readonly Source[];
  /** Files that import others, with the files that they import, types included. Tests and helpers of tests are missing. */
  imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same for all tracked TypeScript, tests included. */
  allImports: ReadonlyMap<string, ReadonlySet<string>>;
}

const CODE = /\.(ts|mts|mjs|js|cjs|eta|css|sh)$/;
const TYPESCRIPT = /\.m?ts$/;

export const isSpec = (name: string): boolean => /\.spec\.\w+$/.test(name);

const isTestHelper = (name: string): boolean =>
  /(^|\/)(testing|contracts|fixtures|goldens?)\//.test(name) || name.startsWith('libs/testing/');

const isSource = (name: string): boolean =>
  CODE.test(name) && !isSpec(name) && !isTestHelper(name) && !name.endsWith('.data.ts');

/** Reads the tracked files of a checkout. */
export function readStructure(root = ROOT): Structure {
  const listed = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  const tracked = listed.split('\n').filter((name) => name !== '' && existsSync(path.join(root, name)));
  const texts = new Map(
    tracked.filter((name) => CODE.test(name)).map((name) => [name, readFileSync(path.join(root, name), 'utf8')]),
  );
  const sources = [...texts].flatMap(([name, text]) => (isSource(name) ? [{ name, text, lines: linesIn(text) }] : []));
  const resolve = resolver(tracked);
  const allImports = new Map(
    [...texts]
      .filter(([name]) => TYPESCRIPT.test(name))
      .map(([name, text]) => [name, new Set(specifiersIn(text).flatMap((specifier) => resolve(name, specifier)))]),
  );
  const own = new Set(sources.map(({ name }) => name));
  const imports = new Map(
    [...allImports]
      .filter(([name]) => own.has(name))
      .map(([name, imported]) => [name, new Set([...imported].filter((other) => own.has(other)))]),
  );
  return { tracked, sources, imports, allImports };
}

const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

const specifiersIn = (text: string): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

/** Finds the file of an import: a relative path, or the entry of a lib. Packages of others have none. */
function resolver(tracked: readonly string[]): (from: string, specifier: string) => string[] {
  const names = new Set(tracked);
  return (from, specifier) => {
    const lib = /^@almanac\/([^/]+)$/.exec(specifier)?.[1];
    if (lib !== undefined) return [`libs/${lib}/src/index.ts`].filter((name) => names.has(name));
    if (!specifier.startsWith('.')) return [];
    const target = path.join(path.dirname(from), specifier);
    const files = [`${target}.ts`, `${target}/index.ts`, target, target.replace(/\.js$/, '.ts'), `${target}.mts`];
    return files.filter((name) => name !== from && names.has(name)).slice(0, 1);
  };
}
