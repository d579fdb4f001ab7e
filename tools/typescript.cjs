// Lets Node run our TypeScript uncompiled: `node --require ./tools/typescript.cjs x.ts`. For tests that need a program of ours as a
// process of its own; what is shipped is compiled by build.mjs. Node's own type stripping knows neither our extensionless imports nor decorators.
const { readFileSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..');

require.extensions['.ts'] = (module, file) => {
  // Loaded here so that a plain JavaScript child, which inherits NODE_OPTIONS, does not pay for it.
  const { transformSync } = require('@swc/core');
  const { $schema, ...options } = JSON.parse(readFileSync(path.join(root, '.swcrc'), 'utf8'));
  options.jsc.baseUrl = root;
  const { code } = transformSync(readFileSync(file, 'utf8'), { ...options, swcrc: false, sourceMaps: 'inline', filename: file });
  module._compile(code, file);
};
