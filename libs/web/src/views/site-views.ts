import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Assets } from './assets';
import { opensSettings } from './settings-access';
import { Templates } from './templates';
import { drawTheme, THEMES } from './theme';

/** The folder of the shared templates and assets. */
const ROOT = path.join(__dirname, '..');

/** The pages of a service. Its templates and files take precedence over those of this lib. */
interface SiteViews {
  appName: string;
  version: string;
  /** Data of every page that may change while the program runs. Error pages are shown without it when it fails. */
  current?: () => Promise<object>;
  /** The folder that names of templates start from. */
  templates: string;
  /** A folder of scripts, styles and images. */
  assets: string;
  /** The start of their addresses. Services of one site need different ones. */
  assetsPath?: string;
  /** Files of packages that pages load, by the names under which they are served. */
  packaged?: ReadonlyMap<string, string>;
}

/** Sets up the templates, and serves the style sheet and the scripts. */
export function installSiteViews(app: NestExpressApplication, views: SiteViews): void {
  const { current = () => Promise.resolve({}), assetsPath = '/assets' } = views;
  const folders = [views.templates, ROOT];
  const templates = new Templates(folders);
  const assets = new Assets(assetsPath, [views.assets, path.join(ROOT, 'assets')], views.packaged ?? new Map());
  const shared = {
    appName: views.appName,
    version: views.version,
    opensSettings,
    themes: THEMES,
    day,
    asset: (name: string) => assets.addressOf(name),
  };
  app.engine('eta', (file: string, data: { rendered?: string }, done: (failure: unknown, html?: string) => void) => {
    if (data.rendered !== undefined) {
      done(null, data.rendered);
      return;
    }
    const hidden = Object.entries(shared).find(([name, value]) => Reflect.get(data, name) !== value);
    if (hidden) {
      done(new Error(`The data of ${nameOf(file, folders)} replaces ${hidden[0]}, which all pages share.`));
      return;
    }
    current()
      .catch(() => ({}))
      .then((current) => templates.render(nameOf(file, folders), { ...data, ...current }))
      .then((html) => done(null, html), done);
  });
  app.setBaseViewsDir(folders);
  app.setViewEngine('eta');
  // Express would look for the file of each template at each rendering.
  app.set('view cache', true);
  for (const [name, value] of Object.entries(shared)) app.setLocal(name, value);
  app.use(assetsPath, ...assets.handlers);
  drawTheme(app.getHttpAdapter().getInstance());
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A moment as its day in UTC: `23 November 2026`. */
const day = (moment: Date | string): string => DAY.format(new Date(moment));

/** Express passes the path of the file. */
function nameOf(file: string, folders: readonly string[]): string {
  const folder = folders.find((one) => file.startsWith(`${one}${path.sep}`)) ?? '';
  return file.slice(folder.length, -path.extname(file).length);
}
