import { Module } from '@nestjs/common';
import { WebModule } from '../../web/web.module';
import { JobPagesController } from './job-pages.controller';

/** The job queue on a page for administrators. */
@Module({ imports: [WebModule], controllers: [JobPagesController] })
export class JobQueueModule {}
