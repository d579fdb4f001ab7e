import JSZip from 'jszip';
import type { ContentApp } from './content-app';
import type { Person } from './given';
import { multipart } from './uploads';

/** A ZIP with these entries, in this order. */
export function zipOf(entries: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(entries)) zip.file(name, content, { createFolders: false });
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

/** An archive with this `data.json` and these files. */
export const archiveOf = (data: unknown, files: Record<string, Buffer | string> = {}): Promise<Buffer> =>
  zipOf({
    'data.json': JSON.stringify(data),
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`files/${name}`, content])),
  });

export const uploadArchive = ({ api }: ContentApp, person: Person, archive: Buffer) =>
  api.as(person).post('/api/imports', multipart({}, { file: { content: archive, name: 'x.zip' } }));
