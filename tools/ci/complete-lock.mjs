// Makes package-lock.json complete again after `npm install`: node tools/ci/complete-lock.mjs
// A package with native code has one optional package per platform. npm leaves those that the registry lacks out of the lock, and `npm ci`
// then refuses the lock. This script adds them with the exact version that their parent requires, and with the platform in their name, so that
// npm skips them elsewhere. They have no checksum, because they were never downloaded.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];
const C_LIBRARIES = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

const file = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = {};

for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (isLocked(parent, name) || place in added) continue;
    const platform = platformOf(name);
    if (!platform || !/^\d/.test(version))
      throw new Error(`${parent} wants ${name}@${version}, which the lock lacks and whose platform is unknown`);
    added[place] = {
      version,
      ...platform.cpu,
      ...(entry.dev && { dev: true }),
      ...platform.libc,
      optional: true,
      ...platform.os,
    };
  }
}

const [root, ...rest] = Object.entries({ ...lock.packages, ...added });
rest.sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries([root, ...rest]) }, null, 2)}\n`);
console.log(`${Object.keys(added).length} packages added`);

/** Whether the package is in the node_modules of this folder or of a folder above it. */
function isLocked(parent, name) {
  for (let folder = parent; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in lock.packages) return true;
    if (!folder) return false;
  }
}

function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  const libc = words.map((word) => C_LIBRARIES[word]).find(Boolean);
  return os && cpu && { os: { os: [os] }, cpu: { cpu: [cpu] }, libc: libc && os === 'linux' ? { libc: [libc] } : {} };
}
