import { Snapshots } from '@almanac/database';
import { installSiteViews } from '@almanac/web';
import type { NestExpressApplication } from '@nestjs/platform-express';
import path from 'node:path';
import type { Settings } from '../config';
import { SiteSettings } from '../content/settings/site-settings';
import { uploadedLogo } from './uploaded-logo';
import packageJson from '../../../../package.json';

/** Files of Swagger UI, which the page of the API loads. Unlike Scalar it inserts no `<style>` elements, which our policy refuses. */
const PACKAGED = new Map(
  ['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => [name, require.resolve(`swagger-ui-dist/${name}`)]),
);

/** Templates lie beside the features that show them. */
export function installContentSite(app: NestExpressApplication, settings: Settings): void {
  const [site, snapshots] = [app.get(SiteSettings), app.get(Snapshots)];
  installSiteViews(app, {
    appName: settings.appName,
    current: async () => {
      // Not every page has loaded its visitor, which takes a snapshot too.
      await snapshots.current();
      const { appName, appLogo } = await site.current();
      return { appName, logo: uploadedLogo(appLogo, settings) };
    },
    version: packageJson.version,
    templates: path.resolve(__dirname, '..'),
    assets: path.join(__dirname, 'assets'),
    packaged: PACKAGED,
  });
}
