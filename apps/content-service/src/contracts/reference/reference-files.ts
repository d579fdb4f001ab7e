import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { member, textAt } from '../../testing/answers';
import type { ContentApp } from '../../testing/content-app';
import { picture } from '../../testing/uploads';

/** The base URL of the reference in the captures. */
export const CAPTURED_BASE = 'http://127.0.0.1:8090';

const textOr = (body: unknown, key: string, otherwise: string): string =>
  member(body, key) === undefined ? otherwise : textAt(body, key);

/**
 * Creates an attachment or image like that of a captured response. It has the captured id, because the response contains URLs with the id.
 * @param captured empty if the request is to be refused or deletes the file
 */
export async function fileAsCaptured(
  app: ContentApp,
  kind: 'attachments' | 'image-gallery',
  captured: unknown,
  id: number,
): Promise<number> {
  const page = await app.given.page();
  const name = textOr(captured, 'name', 'Something');
  if (kind === 'image-gallery') {
    const at = textOr(captured, 'path', '/uploads/images/gallery/2026-11/some.png');
    const sql = `INSERT INTO images (id, name, path, type, uploaded_to, created_by, updated_by) VALUES ($1, $2, $3, $4, $5, 1, 1)`;
    await app.database.query('DELETE FROM images WHERE id = $1 OR path = $2', [id, at]);
    await app.database.query(sql, [id, name, at, textOr(captured, 'type', 'gallery'), page.id]);
    await put(app, at, await picture());
    return id;
  }
  const isFile = member(captured, 'external') !== true;
  const content = textOr(captured, 'content', isFile ? '' : 'https://example.com');
  const at = isFile ? `uploads/files/${id}` : content;
  const sql = `INSERT INTO attachments (id, page_id, name, extension, external, path, "order", created_by, updated_by) VALUES ($1, $2, $3, $4, $5, $6, 1, 1, 1)`;
  await app.database.query('DELETE FROM attachments WHERE id = $1', [id]);
  await app.database.query(sql, [id, page.id, name, textOr(captured, 'extension', ''), !isFile, at]);
  if (isFile) await put(app, at, Buffer.from(content, 'base64'));
  return id;
}

async function put({ storage }: ContentApp, key: string, content: Uint8Array): Promise<void> {
  const place = path.join(storage, key);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
}
