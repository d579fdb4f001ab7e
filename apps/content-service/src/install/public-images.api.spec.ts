import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { readContentSettings } from '../config';
import { textAt } from '../testing/answers';
import { type ContentApp, SERVICE_SECRET, startContent } from '../testing/content-app';
import { multipart, picture } from '../testing/uploads';
import { makeImagesPublic } from './public-images';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

it('makeImagesPublic removes metadata from stored images once and keeps the originals', async () => {
  const api = app.api.as(await app.given.editor());
  const page = await app.given.page();
  const upload = async (name: string) => {
    const form = multipart(
      { type: 'gallery', uploaded_to: page.id },
      { image: { content: await picture(8, 8, 'jpeg'), name } },
    );
    return path.join(app.storage, textAt((await api.post('/api/image-gallery', form)).body, 'path'));
  };
  const [telling, plain, missing] = [
    await upload('telling.jpeg'),
    await upload('plain.jpeg'),
    await upload('missing.jpeg'),
  ];
  await writeFile(
    telling,
    await sharp(telling)
      .withExif({ IFD0: { Artist: 'SECRETEXIF' } })
      .toBuffer(),
  );
  await app.database.query(`UPDATE images SET path = path || 'x' WHERE name = 'missing.jpeg'`);
  const before = await readFile(plain);
  const settings = readContentSettings({
    DATABASE_URL: app.databaseUrl,
    STORAGE_URL: pathToFileURL(app.storage).href,
    SERVICE_SECRET,
    STORAGE_KEEP_ORIGINALS: 'true',
  });
  expect(await makeImagesPublic(app.database, settings)).toEqual({ changed: 1, images: 3 });
  expect((await readFile(telling)).includes('SECRETEXIF')).toBe(false);
  expect((await readFile(telling.replace('uploads/images', 'originals'))).includes('SECRETEXIF')).toBe(true);
  expect((await readFile(plain)).equals(before)).toBe(true);
  expect((await readFile(missing)).length).toBeGreaterThan(0);
  expect(await makeImagesPublic(app.database, settings)).toEqual({ changed: 0, images: 3 });
});
