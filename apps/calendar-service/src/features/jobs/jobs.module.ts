import { Module } from '@nestjs/common';
import { JobsController } from './jobs.controller';

/** The job queue for content-service, which shows it to administrators. */
@Module({ controllers: [JobsController] })
export class JobQueueModule {}
