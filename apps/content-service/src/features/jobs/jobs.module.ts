import { Module } from '@nestjs/common';
import { WebModule } from '../../web/web.module';
import { JobPagesController } from './job-pages.controller';
import { JobsController } from './jobs.controller';
import { CalendarJobs, JobsService } from './jobs.service';

/** The job queues of both services, for administrators. */
@Module({
  imports: [WebModule],
  controllers: [JobsController, JobPagesController],
  providers: [CalendarJobs, JobsService],
})
export class JobQueueModule {}
