// Makes package-lock.json complete again after `npm install`: node tools/ci/complete-lock.mjs
// A package with native code names one optional package per platform. Those that a registry does not offer are left out of the lock by npm,
// and `npm ci` then refuses the lock, although nobody on this platform would ever load them. They are added here by the exact version that
// their parent asks for and by the platform that their name tells, so that npm passes over them elsewhere; without a checksum, as nobody saw them.
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
    added[place] = { version, ...platform.cpu, ...(entry.dev && { dev: true }), ...platform.libc, optional: true, ...platform.os };
  }
}

const [root, ...rest] = Object.entries({ ...lock.packages, ...added });
rest.sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries([root, ...rest]) }, null, 2)}\n`);
console.log(`${Object.keys(added).length} packages added`);

/** Is the package anywhere on the way from this folder up to the root? */
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
