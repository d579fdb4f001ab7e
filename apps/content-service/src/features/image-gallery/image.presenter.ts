import { FILE, NamedSchema, orNull, record, TEXT, URL_TEXT, WHOLE } from '@almanac/openapi';
import { TIMES, USER_ID, USER_SUMMARY, utcMicros } from '../../content/kinds/presentation';
import { escapeHtml, escapeToNames } from '../../text/tree/escape-html';
import type { ThumbnailPaths } from '../../content/images/image-thumbnails';
import type { ImageDetailRow, ImageListRow } from './image-gallery.repository';

export const presentImageInList = (image: ImageListRow, baseUrl: string) => ({
  id: image.id,
  name: image.name,
  url: baseUrl + image.path,
  path: image.path,
  type: image.type,
  uploaded_to: image.uploaded_to,
  created_by: image.created_by,
  updated_by: image.updated_by,
  created_at: utcMicros(image.created_at),
  updated_at: utcMicros(image.updated_at),
});

/** For all responses except lists: users as objects, thumbnails, and the HTML and Markdown that show the image in a page. */
export function presentImage(image: ImageDetailRow, { gallery, display }: ThumbnailPaths, baseUrl: string) {
  const url = baseUrl + image.path;
  const addressOf = (path: string | null) => path && baseUrl + path;
  const content =
    image.type === 'drawio' ? drawing(image.id, url) : picture(image.name, url, addressOf(display) ?? url);
  return {
    ...presentImageInList(image, baseUrl),
    created_by: image.creator,
    updated_by: image.updater,
    thumbs: { gallery: addressOf(gallery), display: addressOf(display) },
    content,
  };
}

const picture = (name: string, url: string, source: string) => ({
  html: `<a href="${escapeHtml(url)}" target="_blank"><img src="${escapeHtml(source)}" alt="${escapeToNames(name)}"></a>`,
  // Brackets would end the alternative text.
  markdown: `![${name.replace(/[[\]]/g, '')}](${source})`,
});

/** Editors find the drawing by the id in its HTML, also in Markdown. */
function drawing(id: number, url: string) {
  const html = `<div drawio-diagram="${id}"><img src="${escapeHtml(url)}"></div>`;
  return { html, markdown: html };
}

const IN_LIST = {
  id: WHOLE,
  name: TEXT,
  url: URL_TEXT,
  path: TEXT,
  type: { ...TEXT, enum: ['gallery', 'drawio'] },
  uploaded_to: {
    ...orNull(WHOLE),
    description: 'Id of the page; null after the page was destroyed, for callers with `image-delete-all`',
  },
  created_by: USER_ID,
  updated_by: USER_ID,
  ...TIMES,
};

export const IMAGE_IN_LIST_SCHEMA = new NamedSchema('GalleryImageInList', record(IN_LIST));
export const IMAGE_SCHEMA = new NamedSchema(
  'GalleryImage',
  record({
    ...IN_LIST,
    created_by: orNull(USER_SUMMARY),
    updated_by: orNull(USER_SUMMARY),
    thumbs: record({ gallery: orNull(URL_TEXT), display: orNull(URL_TEXT) }),
    content: record({ html: TEXT, markdown: TEXT }),
  }),
);

/** The answer of a route that sends an image. */
export const IMAGE_FILE = { answer: FILE, mediaType: 'image/*', isVersioned: true } as const;
