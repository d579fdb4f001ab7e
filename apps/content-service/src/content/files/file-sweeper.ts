import { Jobs } from '@almanac/jobs';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { StoredFiles } from './stored-files';

const EVERY_SECONDS = 60;

/** Periodic task that removes orphaned files. */
@Injectable()
export class FileSweeper implements OnModuleInit {
  private readonly logger = new Logger('files');

  constructor(
    private readonly files: StoredFiles,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'files.sweep', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    for (const failure of await this.files.sweep()) this.logger.warn(`a file could not be removed: ${String(failure)}`);
  }
}
