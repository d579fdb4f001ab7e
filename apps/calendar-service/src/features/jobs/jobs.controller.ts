import { hasServiceSecret, Public } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { JobMonitor, JOBS_PATH, reportJobs } from '@almanac/jobs';
import { Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config';

/** The job queue, for the settings area of content-service. Callers without the service secret get a 404. */
@Public()
@SkipThrottle()
@Controller(JOBS_PATH)
export class JobsController {
  constructor(
    private readonly monitor: JobMonitor,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  read(@Req() request: Request) {
    this.requireService(request);
    return reportJobs(this.monitor);
  }

  @Post(':jobId/retry')
  @HttpCode(204)
  async retry(@Param('jobId') jobId: string, @Req() request: Request): Promise<void> {
    this.requireService(request);
    await this.monitor.retry(jobId);
  }

  private requireService(request: Request): void {
    if (!hasServiceSecret(request, this.settings.serviceSecret)) notFound('Route');
  }
}
