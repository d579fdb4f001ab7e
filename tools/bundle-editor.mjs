// Bundles the editor of pages for browsers: `bundleEditor(<folder of the assets>)`.
import path from 'node:path';
import { buildSync } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');

export const bundleEditor = (assets) =>
  buildSync({
    entryPoints: [path.join(root, 'apps/content-service/src/web/editor/page-editor.ts')],
    outfile: path.join(assets, 'page-editor.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
  });
