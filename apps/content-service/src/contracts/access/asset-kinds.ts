import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Body, Kind, Thing } from '@almanac/testing';
import { idOf, numberAt, textAt } from '../../testing/answers';
import { type ContentWorld, page } from './kinds';

const GIF = Buffer.from('R0lGODdhBAAEAIAAAMweHAAAACwAAAAABAAEAAACBISPCQUAOw==', 'base64');

/** Form data that uploads an image to the page. */
export function picture({ id, name }: Thing): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries({ type: 'gallery', uploaded_to: String(id), name }))
    form.append(field, value);
  form.append('image', new Blob([GIF]), 'picture.gif');
  return form;
}

interface Made {
  path: string;
  table: string;
  body: (page: Thing, name: string) => Body;
  /** Further members that paths and queries need. */
  more?: (answer: unknown) => Record<string, unknown>;
}

/** An object of a page: created by the owner, and hidden together with the page. */
function ofPage(nameOf: (page: Thing) => string, { path: address, table, body, more }: Made): Kind<ContentWorld> {
  const onPage = async ({ app, admin, owner }: ContentWorld, parent: Thing): Promise<Thing> => {
    const name = nameOf(parent);
    const answer = await app.api.as(admin).post(address, body(parent, name));
    if (answer.status !== 200) throw new Error(`POST ${address} answered ${answer.status}: ${answer.text}`);
    const id = idOf(answer.body);
    await app.database.query(`UPDATE ${table} SET created_by = $1 WHERE id = $2`, [owner.id, id]);
    return { name, id, ...more?.(answer.body) };
  };
  const { visible, hidden = visible } = page;
  return {
    visible: async (world) => onPage(world, await visible(world)),
    hidden: async (world) => onPage(world, await hidden(world)),
    view: 'page-view',
  };
}

export const attachment = ofPage(({ id }) => `Attachment of ${String(id)}`, {
  path: '/api/attachments',
  table: 'attachments',
  body: ({ id }, name) => ({ uploaded_to: id, name, link: 'https://example.com' }),
});

/** Lists of comments show no text, so the reference to a block of the page serves as the name. */
export const comment = ofPage(({ id }) => `bkmrk-text:${String(id)}:0-4`, {
  path: '/api/comments',
  table: 'comments',
  body: ({ id }, name) => ({ page_id: id, html: '<p>Comment</p>', content_ref: name }),
});

export const image = ofPage(({ id }) => `Image of ${String(id)}`, {
  path: '/api/image-gallery',
  table: 'images',
  body: ({ id }, name) => picture({ id, name }),
  more: (answer) => ({ url: textAt(answer, 'url') }),
});

/** An old revision of a page, addressed by the id of the page. */
export const revision: Kind<ContentWorld> = (() => {
  const oldOf = async ({ app, admin }: ContentWorld, parent: Thing): Promise<Thing> => {
    const path = `/api/pages/${String(parent['id'])}`;
    for (const html of ['<p>Old</p>', '<p>New</p>']) await app.api.as(admin).put(path, { html });
    const { body } = await app.api.as(admin).get(`${path}/revisions`);
    return { ...parent, revisionId: numberAt(body, 'data.0.id') };
  };
  const { visible, hidden = visible } = page;
  return {
    visible: async (world) => oldOf(world, await visible(world)),
    hidden: async (world) => oldOf(world, await hidden(world)),
    view: 'page-view',
  };
})();

/** A file below `/uploads/images`, public to every caller who knows its address. */
export const uploadedImage: Kind<ContentWorld> = {
  async visible({ app }) {
    const file = 'gallery/2026-11/matrix.png';
    await mkdir(path.join(app.storage, 'uploads/images', path.dirname(file)), { recursive: true });
    await writeFile(path.join(app.storage, 'uploads/images', file), 'an image');
    return { name: 'matrix.png', path: file };
  },
};
