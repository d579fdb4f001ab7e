// Builds the package @almanac/client for ES modules and for CommonJS: `node tools/client/build.mjs [folder]`, dist/client by default.
// `npm pack` in that folder makes its tarball. The types are made here and not kept in the repository: they would be 15,000 lines, and a
// second source beside the descriptions of the services.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openApiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
const out = path.resolve(process.argv[2] ?? path.join(root, 'dist/client'));
const source = path.join(root, 'libs/client/src');
const SERVICES = ['content', 'calendar'];
const KINDS = [
  ['esm', 'module', ts.ModuleKind.ESNext],
  ['cjs', 'commonjs', ts.ModuleKind.CommonJS],
];

rmSync(out, { recursive: true, force: true });
// The compiler looks for packages in the folders above a source, so the sources are inside the package until it is built.
const sources = path.join(out, 'src');
cpSync(source, sources, { recursive: true, filter: (file) => !file.endsWith('.spec.ts') });
await writeDescription();
carryDependencies();
for (const [folder, type, module] of KINDS) compile(path.join(out, folder), type, module);
rmSync(sources, { recursive: true });
writeManifest();
cpSync(path.join(import.meta.dirname, 'package-readme.md'), path.join(out, 'README.md'));

/** Replaces the empty description by the types of both services. */
async function writeDescription() {
  const program = ['--require', './tools/typescript.cjs', 'tools/client/print-descriptions.ts', 'all-spellings'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'inherit'] };
  const documents = JSON.parse(execFileSync(process.execPath, program, options));
  for (const service of SERVICES)
    writeFileSync(
      path.join(sources, `${service}.ts`),
      await typesOf(JSON.stringify(withFormerNames(documents[service]))),
    );
  const keyless = SERVICES.flatMap((service) => pathsWithoutKey(documents[service]));
  writeFileSync(
    path.join(sources, 'description.ts'),
    `export type { paths as ContentPaths, components as Content } from './content';
export type { paths as CalendarPaths, components as Calendar } from './calendar';
export const KEYLESS: readonly string[] = ${JSON.stringify(keyless)};
`,
  );
}

/** The routes name some parameters of paths otherwise than the descriptions. Programs may write these names, too. */
function withFormerNames(document) {
  const former = { itemType: 'contentType', itemId: 'contentId' };
  const renamed = (text) => text.replaceAll(/\bitem(?:Type|Id)\b/g, (name) => former[name]);
  const copies = Object.entries(document.paths)
    .filter(([address]) => renamed(address) !== address)
    .map(([address, item]) => [renamed(address), JSON.parse(renamed(JSON.stringify(item)))]);
  for (const [, item] of copies) for (const operation of Object.values(item)) delete operation.operationId;
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(copies) } };
}

/** Files of forms are blobs; other members with a default stay optional. */
async function typesOf(document) {
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const transform = ({ format }) => (format === 'binary' ? blob : undefined);
  return astToString(await openApiTypes(document, { defaultNonNullable: false, transform }));
}

function pathsWithoutKey({ paths }) {
  const takesKey = ({ parameters }) => parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
  return Object.entries(paths).flatMap(([address, { post }]) => (post && !takesKey(post) ? [address] : []));
}

/** The package carries its runtime dependency, so that it installs without a registry. */
function carryDependencies() {
  for (const name of carried())
    cpSync(path.join(root, 'node_modules', name), path.join(out, 'node_modules', name), { recursive: true });
}

/** Without source maps of the types, which would repeat a megabyte of text. */
function writeFile(file, text) {
  if (SERVICES.some((service) => file.endsWith(`/${service}.js.map`))) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function compile(outDir, type, module) {
  const rootNames = globSync(path.join(sources, '**/*.ts'));
  const program = ts.createProgram(rootNames, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2024.d.ts'],
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
    module,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    esModuleInterop: true,
    skipLibCheck: true,
    declaration: true,
    sourceMap: true,
    inlineSources: true,
    rootDir: sources,
    outDir,
  });
  const faults = [...ts.getPreEmitDiagnostics(program), ...program.emit(undefined, writeFile).diagnostics];
  if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, ts.createCompilerHost({})));
  // Node finds a relative module of an ES module only by its full name.
  for (const file of globSync(path.join(outDir, '**/*.{js,d.ts}')))
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(/(from|require\()( ?['"]\.\.?\/[\w/-]+)(?=['"])/g, '$1$2.js'),
    );
  mkdirSync(outDir, { recursive: true });
  writeFileSync(path.join(outDir, 'package.json'), JSON.stringify({ type }));
}

function writeManifest() {
  const { name, version, dependencies } = manifest();
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
    bundledDependencies: carried(),
  };
  writeFileSync(path.join(out, 'package.json'), JSON.stringify(description, null, 2));
}

function manifest() {
  return JSON.parse(readFileSync(path.join(root, 'libs/client/package.json'), 'utf8'));
}

function carried() {
  return [...Object.keys(manifest().dependencies), 'openapi-typescript-helpers'];
}
