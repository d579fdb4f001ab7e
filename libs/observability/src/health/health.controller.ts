import { Controller, Get, Header, HttpStatus, Logger, Res, SetMetadata } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import type { ServerResponse } from 'node:http';
import { Readiness } from './readiness';

// The key that `AuthGuard` reads. It is repeated here, because this lib must not depend on `auth`.
@SetMetadata('almanac:public', true)
// A limit for probes would end programs: all probes of a node come from one address.
@SkipThrottle()
@Controller()
export class HealthController {
  private readonly logger = new Logger('Health');

  constructor(private readonly readiness: Readiness) {}

  @Get('healthz')
  @Header('Cache-Control', 'no-store')
  alive() {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: ServerResponse) {
    if (this.readiness.isStopping) {
      response.statusCode = HttpStatus.SERVICE_UNAVAILABLE;
      return { status: 'stopping', checks: {} };
    }
    const results = await this.readiness.check();
    const failed = results.filter(({ failure }) => failure !== undefined);
    // The endpoint is public, so the answer names only the failed checks. The log has the reasons.
    for (const { name, failure } of failed) this.logger.warn(`not ready: ${name}`, failure);
    const isReady = failed.every((result) => this.readiness.isReadyWithout(result));
    if (!isReady) response.statusCode = HttpStatus.SERVICE_UNAVAILABLE;
    return {
      status: failed.length === 0 ? 'ok' : isReady ? 'degraded' : 'unavailable',
      checks: Object.fromEntries(results.map(({ name, failure }) => [name, failure === undefined ? 'ok' : 'failing'])),
    };
  }
}
