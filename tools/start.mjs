// `npm start`: builds outdated programs, then becomes the launcher (tools/launcher). Needs only what `npm ci` installed, and no network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const launcher = path.join(root, 'dist/launcher/tools/launcher/src/main.js');
const stampFile = path.join(root, 'dist/.sources');

const [major] = process.versions.node.split('.');
if (Number(major) < 22) {
  console.error(
    `Almanac needs Node 22 or newer and this is ${process.version}; "npm start" uses the one that "npm ci" has installed.`,
  );
  process.exit(1);
}

/** Changes when a source changes. Reading sizes and times takes milliseconds; Nx takes a second to find nothing to do. */
function stampOfSources() {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    '.swcrc',
    'tools/build.mjs',
    'tools/bundle-editor.mjs',
    'nx.json',
    ...['apps', 'libs', 'tools/launcher'].flatMap(filesBelow),
  ];
  for (const file of files) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  return files.sort();
}

function isBuilt(stamp) {
  try {
    const apps = readdirSync(path.join(root, 'apps')).map((app) =>
      path.join(root, 'dist', app, 'apps', app, 'src/main.js'),
    );
    return readFileSync(stampFile, 'utf8') === stamp && [launcher, ...apps].every((file) => statSync(file).isFile());
  } catch {
    return false;
  }
}

function build() {
  console.log('Building Almanac …');
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', FORCE_COLOR: '0' };
  const { status, error, stdout, stderr } = spawnSync(
    process.execPath,
    [nx, 'run-many', '-t', 'build', '--exclude', 'client,backup'],
    {
      cwd: root,
      env,
      encoding: 'utf8',
    },
  );
  if (status !== 0) {
    console.error(
      `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\nAlmanac cannot start: the build failed (see above).`,
    );
    process.exit(1);
  }
}

const stamp = stampOfSources();
if (!isBuilt(stamp)) {
  build();
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

// In this process: signals, arguments and the exit code need no forwarding.
await import(pathToFileURL(launcher).href);
