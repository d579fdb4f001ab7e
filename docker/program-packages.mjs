/**
 * Writes a package.json for each program with the packages that its compiled code imports: `node program-packages.mjs <folder> <app>…`
 * writes `<folder>/<app>/package.json`. With it, `npm prune` leaves in an image only the packages of one program. The image of
 * `content-service+backup` contains two programs.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';

const { dependencies, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [folder, ...apps] = process.argv.slice(2);

for (const programs of apps.map((names) => names.split('+'))) {
  const [app] = programs;
  const names = [...new Set(programs.flatMap((program) => importsOf(path.join('dist', program))))].sort();
  const manifest = { name: `@almanac/${app}`, version, private: true };
  mkdirSync(path.join(folder, app), { recursive: true });
  writeFileSync(
    path.join(folder, app, 'package.json'),
    JSON.stringify(
      { ...manifest, dependencies: Object.fromEntries(names.map((name) => [name, dependencies[name]])) },
      null,
      2,
    ),
  );
}

/** Names of the packages that the compiled files of a folder import. */
function importsOf(program) {
  const names = new Set();
  for (const file of readdirSync(program, { recursive: true })) {
    if (!file.endsWith('.js')) continue;
    const code = readFileSync(path.join(program, file), 'utf8');
    for (const [, specifier] of code.matchAll(/\b(?:require(?:\.resolve)?|import)\(\s*["'`]([^"'`]+)["'`]/g))
      for (const name of packagesOf(specifier, file)) names.add(name);
  }
  return [...names];
}

/** A computed name, such as `@scope/${name}`, stands for all dependencies that it can be. */
function packagesOf(specifier, file) {
  if (specifier.startsWith('.') || specifier.startsWith('node:') || builtinModules.includes(specifier)) return [];
  const constant = specifier.split('${')[0];
  const canBe = (name) =>
    specifier === name || constant.startsWith(`${name}/`) || (constant.endsWith('/') && name.startsWith(constant));
  const names = Object.keys(dependencies).filter(canBe);
  if (names.length === 0)
    throw new Error(`${file} imports ${specifier}, which package.json does not list as a dependency`);
  return names;
}
