import { Module } from '@nestjs/common';
import { FILE_STORE, fileStoreProvider } from './file-store.provider';
import { FileSweeper, StoredFiles } from './stored-files';

/** The file store, and the removal of files that no row names. */
@Module({ providers: [fileStoreProvider, FileSweeper, StoredFiles], exports: [FILE_STORE, StoredFiles] })
export class FilesModule {}
