// Bundles the editor of texts for browsers: `bundleEditor(<folder of the assets>)`.
import path from 'node:path';
import { buildSync } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

export const bundleEditor = (assets) =>
  buildSync({
    entryPoints: [path.join(root, 'libs/web/src/editor/text-editor.ts')],
    outfile: path.join(assets, 'text-editor.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
  });
