import { PassThrough, Readable } from 'node:stream';
import type { Actor } from '@almanac/auth';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import packageJson from '../../../../../../package.json';
import { SETTINGS, type Settings } from '../../../config';
import { FILE_STORE } from '../../../domain/files/file-store.provider';
import { DATA_FILE, FILES_FOLDER } from '../../../domain/portable-zip/archive-names';
import type { ExportSource } from '../export-source';
import { chaptersOf, type ExportedBook, type ExportedItem, type ExportedPage, pagesOf } from '../exported-item';
import { keyOf } from '../../../domain/images/image-paths';
import { gatherContents } from './zip-contents';
import { pagesInArchive, zipData } from './zip-data';
import type { ZipFiles } from './zip-files';
import { portableFile } from './portable-images';
import { ZipExportsRepository } from './zip-exports.repository';

/** Pictures and most attachments are compressed already; to try again only takes time. */
const STORED = { compress: false };

/** Portable archives of pages, chapters and books (content-behaviour §16), written piece by piece. */
@Injectable()
export class ZipExports {
  constructor(
    private readonly repository: ZipExportsRepository,
    @Inject(FILE_STORE) private readonly store: FileStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param open gives the texts of pages in the given order, as often as it is called */
  async *write(item: ExportedItem, open: (pages: ExportedPage[]) => ExportSource, actor: Actor): AsyncGenerator<Uint8Array> {
    const { repository, store } = this;
    const pages = pagesInArchive(item);
    const contents = await gatherContents(item, pages, open(pages), { repository, store, actor, baseUrl: this.settings.baseUrl });
    const data = zipData(item, {
      contents,
      source: open(pages),
      tags: await this.tagsOf(item),
      cover: item.type === 'book' ? await this.coverOf(item) : undefined,
      instance: { id: await repository.instanceId(), version: `v${packageJson.version}` },
    });
    yield* this.archive(Readable.from(data, { objectMode: false }), contents.files);
  }

  private async *archive(data: Readable, files: ZipFiles): AsyncGenerator<Uint8Array> {
    const zip = new ZipFile();
    const output = new PassThrough();
    const fail = (failure: Error) => output.destroy(failure);
    let reading: Readable = data;
    let isOver = false;

    zip.on('error', fail);
    data.once('error', fail);
    zip.addReadStream(data, DATA_FILE);
    // Only now is it known what the data refers to.
    data.once('end', () => {
      zip.addEmptyDirectory(FILES_FOLDER);
      for (const [key, name] of files.entries())
        zip.addReadStreamLazy(`${FILES_FOLDER}/${name}`, STORED, (give) => {
          this.read(key).then((file) => {
            reading = file.once('error', fail);
            // Nobody reads it, then, and nobody else would close it.
            if (isOver) file.destroy();
            else give(null, file);
          }, fail);
        });
      zip.end();
    });
    zip.outputStream.pipe(output);
    try {
      yield* output;
    } finally {
      isOver = true;
      reading.destroy();
    }
  }

  private async read(key: string): Promise<Readable> {
    const file = await portableFile(this.store, key);
    if (!file) throw new Error(`the file ${key} has gone`);
    return file;
  }

  private async coverOf(book: ExportedBook): Promise<string | undefined> {
    const path = await this.repository.cover(book.id);
    return path !== undefined && (await this.store.stat(keyOf(path))) !== undefined ? path : undefined;
  }

  private async tagsOf(item: ExportedItem) {
    const { repository } = this;
    return {
      book: await repository.tags('book', item.type === 'book' ? [item.id] : []),
      chapter: await repository.tags('chapter', chaptersOf(item).map(({ id }) => id)), // prettier-ignore
      page: await repository.tags('page', pagesOf(item).map(({ id }) => id)), // prettier-ignore
    };
  }
}
