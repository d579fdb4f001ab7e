// Builds the package @almanac/client into dist/client, for ES modules and for CommonJS. `npm pack ./dist/client` makes its tarball.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'dist/client');
const sources = globSync(path.join(root, 'libs/client/src/*.ts')).filter((file) => !file.endsWith('.spec.ts'));
const KINDS = [
  ['esm', 'module', ts.ModuleKind.ESNext],
  ['cjs', 'commonjs', ts.ModuleKind.CommonJS],
];

rmSync(out, { recursive: true, force: true });
for (const [folder, type, module] of KINDS) {
  const outDir = path.join(out, folder);
  const program = ts.createProgram(sources, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2024.d.ts'],
    types: ['node'],
    module,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    esModuleInterop: true,
    skipLibCheck: true,
    declaration: true,
    outDir,
  });
  program.emit();
  // Node finds a relative module of an ES module only by its full name.
  for (const file of globSync(path.join(outDir, '*.{js,d.ts}')))
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(/(from|require\()( ?['"]\.\/[\w-]+)(?=['"])/g, '$1$2.js'),
    );
  mkdirSync(outDir, { recursive: true });
  writeFileSync(path.join(outDir, 'package.json'), JSON.stringify({ type }));
}

const { name, version, dependencies } = JSON.parse(readFileSync(path.join(root, 'libs/client/package.json'), 'utf8'));
// The package carries what it needs, so that it installs without a registry.
const carried = [...Object.keys(dependencies), 'openapi-typescript-helpers'];
for (const needed of carried)
  cpSync(path.join(root, 'node_modules', needed), path.join(out, 'node_modules', needed), { recursive: true });
const entry = (folder) => ({ types: `./${folder}/index.d.ts`, default: `./${folder}/index.js` });
const description = {
  name,
  version,
  license: 'UNLICENSED',
  engines: { node: '>=20.19' },
  main: './cjs/index.js',
  types: './cjs/index.d.ts',
  exports: { '.': { import: entry('esm'), require: entry('cjs') } },
  files: ['esm', 'cjs'],
  dependencies,
  bundledDependencies: carried,
};
writeFileSync(path.join(out, 'package.json'), JSON.stringify(description, null, 2));
