import { apiRoot, type Settings } from '../../config';

/** Names of calendar-behaviour §2.5. */
export type SizeName = 'thumbnail' | 'medium' | 'medium_large' | 'large';

/** A stored file: the image itself, or a smaller form of it. */
export interface ImageFile {
  /** Path in the file store, and below the address that serves images. */
  path: string;
  mimeType: string;
  /** Pixels, with the orientation applied. */
  width: number;
  height: number;
  /** Bytes. */
  filesize: number;
}

/** An image as records carry it. */
export interface StoredImage extends ImageFile {
  id: number;
  sizes: Partial<Record<SizeName, ImageFile>>;
}

/** The image of a record as JSON, or null; `alias` is the record's table. It is read with the record, so that a list takes no further query. */
export const imageColumn = (alias: string): string =>
  `(SELECT jsonb_build_object('id', image.id, 'path', image.path, 'mimeType', image.mime_type, 'width', image.width,
    'height', image.height, 'filesize', image.filesize, 'sizes', image.sizes)
    FROM images image WHERE image.id = ${alias}.image_id) AS image`;

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
