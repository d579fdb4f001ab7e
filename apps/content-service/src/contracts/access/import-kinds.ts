import { randomUUID } from 'node:crypto';
import type { Body, Kind } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { multipart } from '../../testing/uploads';
import type { ContentWorld } from './kinds';

/** A waiting import of the administrator. Callers without `content-import` are refused before it is looked up. */
const waiting = (kind: 'book' | 'page'): Kind<ContentWorld> => ({
  view: 'settings-manage',
  async visible({ app, admin }) {
    const name = `Waiting ${randomUUID()}`;
    const { status, text, body } = await uploadArchive(app, admin, await archiveOf({ [kind]: { name } }));
    if (status !== 200) throw new Error(`the upload was answered with ${status}: ${text}`);
    return { name, id: idOf(body) };
  },
});

export const waitingImport = waiting('book');
/** A waiting import of a page, which needs a parent. */
export const waitingPage = waiting('page');

/** The run of an import that no worker has started yet. */
export const waitingRun: Kind<ContentWorld> = {
  view: 'settings-manage',
  async visible(world) {
    const thing = await waitingImport.visible(world);
    const { app, admin } = world;
    await app.database.query(
      `INSERT INTO job_runs (kind, subject, created_by, input) VALUES ('import', $1, $2, '{}')`,
      [thing.id, admin.id],
    );
    return thing;
  },
};

/** `data.json` with a book, stored without compression. */
const SMALLEST =
  'UEsDBBQAAAgAAAAAIQCIjrCqGQAAABkAAAAJAAAAZGF0YS5qc29ueyJib29rIjp7Im5hbWUiOiJTbWFsbCJ9fVBLAQI/AxQAAAgAAAAAIQCIjrCqGQAAABkAAAAJAAkAAAAAAAAAAAC0gQ' +
  'AAAABkYXRhLmpzb25VVAUAAwCmzhJQSwUGAAAAAAEAAQBAAAAAQAAAAAAA';

export const smallestArchive = (): Body =>
  multipart({}, { file: { content: Buffer.from(SMALLEST, 'base64'), name: 'x.zip' } });
