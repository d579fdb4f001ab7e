import { Requires } from '@almanac/auth';
import { Routes } from '@almanac/openapi';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { JOB_QUEUES_SCHEMA, presentJobs } from './jobs.presenter';
import { JobsService } from './jobs.service';

@Routes({
  'GET /': { summary: 'Read the job queues of both services and their failed jobs', answer: JOB_QUEUES_SCHEMA },
  'POST /:service/:job/retry': {
    name: 'retry',
    summary: 'Let a failed job run once more',
    description: '`service` is `content` or `calendar`.',
    refusals: [503],
  },
})
@Requires('settings-manage')
@Controller('api/jobs')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get()
  async read() {
    const reports = await this.jobs.reports();
    return { services: reports.map(({ service, report }) => presentJobs(service, report)) };
  }

  @Post(':service/:job/retry')
  @HttpCode(204)
  retry(@Param('service') service: string, @Param('job') id: string): Promise<void> {
    return this.jobs.retry(service, id);
  }
}
