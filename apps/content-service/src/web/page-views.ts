import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Eta } from 'eta';
import express from 'express';

/** Templates lie beside the features that show them. Their names are paths relative to this folder. */
const SOURCES = path.resolve(__dirname, '..');
const ASSETS = path.join(__dirname, 'assets');
const EXTENSION = '.eta';

/** Sets up the templates, and serves the style sheet and the script. */
export function installPageViews(app: NestExpressApplication, { appName }: { appName: string }): void {
  const eta = new Eta({ views: SOURCES, cache: true, autoEscape: true });
  app.engine('eta', (file: string, data: object, done: (failure: unknown, html?: string) => void) => {
    try {
      done(null, eta.render(`/${path.relative(SOURCES, file).slice(0, -EXTENSION.length)}`, data));
    } catch (failure) {
      done(failure);
    }
  });
  app.setBaseViewsDir(SOURCES);
  app.setViewEngine('eta');
  app.setLocal('appName', appName);
  app.setLocal('styleSheet', assetAddress('style.css'));
  app.setLocal('copyScript', assetAddress('copy-button.js'));
  app.use(
    '/assets',
    express.static(ASSETS, { index: false, redirect: false, cacheControl: false, setHeaders: keepForGood }),
  );
}

/** The address contains a hash of the content, so that browsers can cache the file for good. */
function assetAddress(name: string): string {
  const version = createHash('sha256')
    .update(readFileSync(path.join(ASSETS, name)))
    .digest('hex')
    .slice(0, 12);
  return `/assets/${name}?v=${version}`;
}

function keepForGood(response: express.Response): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.removeHeader('Expires');
}
