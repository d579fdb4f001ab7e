import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nonEmpty } from '@almanac/testing';

const ROOT = path.join(__dirname, '../..');
/** Programs and scripts of browsers, which have no database. */
const NO_DATABASE = /^(?:apps\/gateway|libs\/web\/src\/editor|libs\/(?:client|testing))\//;
/** Value imports of the packages that talk to other servers and programs, the global `fetch`, and drivers of files. */
const CLIENT =
  /^import (?!type )[^;]*?from '(?:undici|nodemailer|puppeteer|ioredis|@aws-sdk\/[\w-]+)'|import\('@aws-sdk|(?:await |return |=> |= |\()fetch\(|implements FileStore/m;
/** Its client waits no longer than a moment, and goes on without an answer. */
const REDIS = 'libs/rate-limit/src/counting/redis-hits.ts';

const sources = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\/src\/.*\.ts$/.test(name) && !/\.spec\.ts$|\/testing\/|node_modules/.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((name) => !NO_DATABASE.test(name) && name !== REDIS),
);
const clients = sources.filter((name) => CLIENT.test(readFileSync(path.join(ROOT, name), 'utf8')));

describe('a client of another server', () => {
  it('is looked for in all sources', () => {
    expect(clients).toEqual(
      expect.arrayContaining([
        'apps/calendar-service/src/calendar/places/http-geocoder.ts',
        'libs/auth/src/peer-service-client.ts',
        'libs/mail/src/mailer.ts',
        'libs/storage/src/disk-store.ts',
        'libs/storage/src/s3-store.ts',
      ]),
    );
  });

  it.each(nonEmpty(clients))('tells of its calls, which no transaction may wait for: %s', (name) => {
    expect(readFileSync(path.join(ROOT, name), 'utf8')).toMatch(/callsOutside\(|withConnection\(/);
  });
});
