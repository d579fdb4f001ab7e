import { apiRoot, type Settings } from '../../config';
import type { ImageFile, StoredImage } from './image';

type Site = Pick<Settings, 'baseUrl'>;

/** Absolute address of a stored file. */
export const imageAddress = ({ path }: Pick<ImageFile, 'path'>, site: Site): string =>
  `${apiRoot(site)}/uploads/${path}`;

const OWN_FILE = /\/uploads\/(images\/\d{4}-\d{2}\/[\w-]+\.\w+)$/;

/**
 * The paths in the file store that one of our addresses may mean: the file itself, and the original of a smaller form. The prefix of the address does
 * not matter, because an unguessable file name means the same file below each prefix.
 */
export function ownPaths(address: string, { baseUrl }: Site): string[] {
  const { origin, pathname } = new URL(address);
  const path = origin === new URL(baseUrl).origin ? OWN_FILE.exec(pathname)?.[1] : undefined;
  return path === undefined ? [] : [path, path.replace(/-\d+x\d+(?=\.\w+$)/, '')];
}

/** The shape of calendar-behaviour §2.5. */
export function presentImage({ id, sizes, ...file }: StoredImage, site: Site) {
  const smaller = Object.entries(sizes).map(([name, size]) => [
    name,
    {
      width: size.width,
      height: size.height,
      'mime-type': size.mimeType,
      filesize: size.filesize,
      url: imageAddress(size, site),
    },
  ]);
  return {
    url: imageAddress(file, site),
    id,
    extension: file.path.replace(/^.*\./, ''),
    width: file.width,
    height: file.height,
    filesize: file.filesize,
    ...(smaller.length > 0 && { sizes: Object.fromEntries(smaller) as unknown }),
  };
}
