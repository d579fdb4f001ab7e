// Lets Node run our TypeScript uncompiled: `node --require ./tools/typescript.cjs x.ts`. For tests that start one of our programs as a
// process; build.mjs compiles the released code. Node's own type stripping supports neither our extensionless imports nor decorators.
const { readFileSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..');

require.extensions['.ts'] = (module, file) => {
  // Loaded only here: a plain JavaScript child process inherits NODE_OPTIONS and should not load the compiler.
  const { transformSync } = require('@swc/core');
  const { $schema, ...options } = JSON.parse(readFileSync(path.join(root, '.swcrc'), 'utf8'));
  options.jsc.baseUrl = root;
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    ...options,
    swcrc: false,
    sourceMaps: 'inline',
    filename: file,
  });
  module._compile(code, file);
};
