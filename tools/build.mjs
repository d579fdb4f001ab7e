// Compiles one app with its libs into dist/<app>: `node tools/build.mjs apps/content-service`.
// swc does not check types; `npm run typecheck` does. Every app gets its own copy of its libs, so that a container needs one folder only.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleEditor } from './bundle-editor.mjs';
import { libsOf } from './workspaces.mjs';

const root = path.resolve(import.meta.dirname, '..');
const project = process.argv[2];
if (!project) throw new Error('usage: node tools/build.mjs <project folder>');
const out = path.join(root, 'dist', path.basename(project));

rmSync(out, { recursive: true, force: true });
const swc = path.join(root, 'node_modules/@swc/cli/bin/swc.js');
const args = [
  `${project}/src`,
  ...libsOf(project).map((lib) => `${lib}/src`),
  '-d',
  out,
  '--config-file',
  '.swcrc',
  '-C',
  `jsc.baseUrl=${root}`,
  '--copy-files',
];
// Scripts of browsers, which are bundled below. Then tests and their data: nx.json excludes the same files from the cache key of a build.
const ignored = [
  '**/web/src/editor/**',
  '**/assets/text-editor.js',
  '**/*.spec.ts',
  '**/*.data.ts',
  '**/testing/**',
  '**/contracts/**',
  '**/fixtures/**',
];
// A backup knows the tables of the services. It has no use for their pages and fonts.
if (project.endsWith('backup'))
  ignored.push('**/features/library/**', '**/features/site/**', '**/web/assets/**', '**/pdf/fonts/**');
execFileSync(process.execPath, [swc, ...args, '--ignore', ignored.join(',')], { cwd: root, stdio: 'inherit' });
if (/(?:content|calendar)-service$/.test(project)) bundleEditor(path.join(out, 'libs/web/src/assets'));

// /api/system shows this version. The file has no dependencies, so that npm never installs packages into dist.
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
writeFileSync(path.join(out, 'package.json'), JSON.stringify({ name, version, private: true }));
