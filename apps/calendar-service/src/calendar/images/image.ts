import { columnNames, selectComputed } from '@almanac/database';
import { apiRoot, type Settings } from '../../config';
import { type ImageFile, StoredImage } from './image.entity';

const COLUMNS = ['id', 'path', 'mimeType', 'width', 'height', 'filesize', 'sizes'] as const;

/** An image as records carry it. */
export type RecordImage = Pick<StoredImage, (typeof COLUMNS)[number]>;

const MEMBERS = COLUMNS.map((name) => `'${name}', image.${columnNames(StoredImage, name)}`).join(', ');

/** The image of a record as JSON, or null; `alias` is the record's table. It is read with the record, so that a list takes no further query. */
export const imageColumn = (alias: string) =>
  selectComputed<{ image: RecordImage | null }>({
    image: `(SELECT jsonb_build_object(${MEMBERS}) FROM images image WHERE image.id = ${alias}.image_id)`,
  });

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
export function presentImage({ id, sizes, ...file }: RecordImage, site: Site) {
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
