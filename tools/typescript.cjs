// Lets Node run our TypeScript uncompiled: `node --require ./tools/typescript.cjs x.ts`. For tests that start one of our programs as a
// process; build.mjs compiles the released code. Node's own type stripping supports neither our extensionless imports nor decorators.
const { createHash, randomUUID } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const path = require('node:path');

const root = path.resolve(__dirname, '..');
const cache = path.join(root, 'node_modules/.cache/typescript');
const swcrc = readFileSync(path.join(root, '.swcrc'), 'utf8');
const compilerPackage = readFileSync(path.join(root, 'node_modules/@swc/core/package.json'), 'utf8');

// Tests start about a hundred programs. Node 20 has no such cache.
enableCompileCache?.(path.join(cache, 'v8'));

require.extensions['.ts'] = (module, file) => module._compile(compiled(file), file);

/** The code of a file, compiled once for each of its texts. */
function compiled(file) {
  const source = readFileSync(file, 'utf8');
  const key = createHash('sha256')
    .update([path.relative(root, file), source, swcrc, compilerPackage].join('\n'))
    .digest('hex');
  const stored = path.join(cache, `${key}.js`);
  try {
    return readFileSync(stored, 'utf8');
  } catch {
    const code = compile(source, file);
    store(stored, code);
    return code;
  }
}

function compile(source, filename) {
  // Loaded only here: a process whose files are all in the cache does not need the compiler.
  const { transformSync } = require('@swc/core');
  const { $schema, ...options } = JSON.parse(swcrc);
  options.jsc.baseUrl = root;
  return transformSync(source, { ...options, swcrc: false, sourceMaps: 'inline', filename }).code;
}

/** By renaming, because another process may read the file at the same time. */
function store(file, code) {
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(draft, code);
    renameSync(draft, file);
  } catch {
    // A program that may not write here, such as one of another user, only starts more slowly.
  }
}
