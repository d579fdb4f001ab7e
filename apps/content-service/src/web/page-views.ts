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

/** Files of a package that the pages load, by the name under which they are served. */
const PACKAGED = new Map(
  ['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => [name, require.resolve(`swagger-ui-dist/${name}`)]),
);

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
  app.setLocal('asset', assetAddress);
  app.setLocal('styleSheet', assetAddress('style.css'));
  app.setLocal('copyScript', assetAddress('copy-button.js'));
  app.use(
    '/assets',
    servePackaged,
    express.static(ASSETS, { index: false, redirect: false, cacheControl: false, setHeaders: keepForGood }),
  );
}

/** The address contains a hash of the content, so that browsers can cache the file for good. */
function assetAddress(name: string): string {
  const known = addresses.get(name);
  if (known !== undefined) return known;
  const version = createHash('sha256')
    .update(readFileSync(PACKAGED.get(name) ?? path.join(ASSETS, name)))
    .digest('hex')
    .slice(0, 12);
  const address = `/assets/${name}?v=${version}`;
  addresses.set(name, address);
  return address;
}

const addresses = new Map<string, string>();

/** Only the named files: the package also has a page of its own, which our policy would not cover. */
const servePackaged: express.RequestHandler = (request, response, next) => {
  const file = PACKAGED.get(request.path.slice(1));
  if (file === undefined) {
    next();
    return;
  }
  keepForGood(response);
  response.sendFile(file, { cacheControl: false });
};

function keepForGood(response: express.Response): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.removeHeader('Expires');
}
