import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';

/** Only its files are used. Its own code trusts files at a fixed path of the temporary folder, and switches web security off. */
const PACKAGE = path.resolve(require.resolve('@sparticuz/chromium'), '../../..');

interface UnpackedChromium {
  readonly executable: string;
  /** Shared libraries that a minimal system does not have. */
  readonly libraries: string;
  /** A folder with Open Sans. */
  readonly fonts: string;
}

/** Beside the other caches of build tools, so that removing node_modules removes it too. */
const defaultCacheFolder = (): string => path.resolve(PACKAGE, '../../.cache/almanac-chromium');

/**
 * The package's browser, unpacked on first use (about 2 s, 200 MB) into `<cacheFolder>/<version>`.
 * @throws the file system's error when the folder cannot be written
 */
export async function unpackedChromium(cacheFolder = defaultCacheFolder()): Promise<UnpackedChromium> {
  const folder = path.join(cacheFolder, packageVersion());
  if (!existsSync(folder)) await unpackOnce(folder);
  return {
    executable: path.join(folder, 'chromium'),
    libraries: path.join(folder, 'lib'),
    fonts: path.join(folder, 'fonts'),
  };
}

/** Much longer than unpacking takes, so an older copy is abandoned. */
const ABANDONED_AFTER_MS = 60 * 60_000;
const unpacking = new Map<string, Promise<void>>();

/** Concurrent callers of this process share one unpacking. */
function unpackOnce(folder: string): Promise<void> {
  const work = unpacking.get(folder) ?? unpackInto(folder).finally(() => unpacking.delete(folder));
  unpacking.set(folder, work);
  return work;
}

/** Unpacks under a unique name and renames the complete copy. A process that finishes second deletes its copy and uses the first one. */
async function unpackInto(folder: string): Promise<void> {
  const unfinished = `${folder}.${randomUUID()}`;
  const firstMade = await mkdir(unfinished, { recursive: true });
  await removeAbandoned(folder);
  try {
    for (const archive of ['al2023.tar.br', 'fonts.tar.br']) await unpackArchive(archive, unfinished);
    const program = createWriteStream(path.join(unfinished, 'chromium'), { mode: 0o755 });
    await pipeline(createReadStream(path.join(PACKAGE, 'bin/chromium.br')), createBrotliDecompress(), program);
    await openForReading(unfinished, firstMade);
    await rename(unfinished, folder);
  } catch (failure) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw failure;
  }
}

/** For root, the browser runs as another user, and a strict umask would keep that user out. */
async function openForReading(folder: string, firstMade = folder): Promise<void> {
  for (let at = folder; at.startsWith(firstMade); at = path.dirname(at)) await chmod(at, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isOpened = entry.isDirectory() || entry.name === 'chromium';
    await chmod(path.join(entry.parentPath, entry.name), isOpened ? 0o755 : 0o644);
  }
}

/** Removes copies of processes that ended while they unpacked, 200 MB each. */
async function removeAbandoned(folder: string): Promise<void> {
  const [home, prefix] = [path.dirname(folder), `${path.basename(folder)}.`];
  for (const name of await readdir(home)) {
    const copy = path.join(home, name);
    const age = Date.now() - ((await stat(copy).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (name.startsWith(prefix) && age > ABANDONED_AFTER_MS) await rm(copy, { recursive: true, force: true });
  }
}

async function unpackArchive(archive: string, folder: string): Promise<void> {
  const entries = extract();
  const packed = createReadStream(path.join(PACKAGE, 'bin', archive));
  await Promise.all([pipeline(packed, createBrotliDecompress(), entries), writeFiles(entries, folder)]);
}

/** Names are not checked for `..`, because the archive comes from our own dependency. */
async function writeFiles(entries: Extract, folder: string): Promise<void> {
  for await (const entry of entries) {
    const file = path.join(folder, entry.header.name);
    if (entry.header.type === 'file') {
      await mkdir(path.dirname(file), { recursive: true });
      await pipeline(entry, createWriteStream(file));
    } else entry.resume();
  }
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}

export interface FontOptions {
  /** An installed browser, e.g. of the container's distribution, with libraries and fonts of its own. */
  executablePath?: string | undefined;
  /** Where the packaged browser is unpacked; below node_modules by default. */
  cacheFolder?: string;
  /** More folders with fonts. */
  fontFolders?: readonly string[];
}

/** Where Linux distributions install fonts. */
const OF_THE_MACHINE = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** All folders of a browser's fonts. An installed browser on another system than Linux knows other folders. */
export async function chromiumFontFolders(options: FontOptions): Promise<string[]> {
  const { executablePath, cacheFolder, fontFolders = [] } = options;
  const own = executablePath === undefined ? [(await unpackedChromium(cacheFolder)).fonts] : OF_THE_MACHINE;
  return [...own, ...fontFolders];
}

/** The rules of the machine, e.g. for the looks of letters. */
const RULES_OF_THE_MACHINE = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';

/** The packaged browser uses nothing of the machine. Without this file, a machine that has no fonts draws no text at all. */
export async function fontsConfiguration(options: FontOptions, cache: string): Promise<string> {
  const elements = [
    ...(options.executablePath === undefined ? [] : [RULES_OF_THE_MACHINE]),
    ...(await chromiumFontFolders(options)).map((folder) => `<dir>${escaped(folder)}</dir>`),
    `<cachedir>${escaped(cache)}</cachedir>`,
  ];
  return `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${elements.join('\n')}\n</fontconfig>\n`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
