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
