import type { ServerResponse } from 'node:http';
import {
  type DynamicModule,
  type FactoryProvider,
  Module,
  type ModuleMetadata,
  Controller,
  Get,
  Header,
  HttpStatus,
  Logger,
  Res,
  SetMetadata,
} from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import { HEALTH_CHECKS, type HealthChecks, type HealthOptions, Readiness } from './readiness';

/** `GET /healthz` (the process answers) and `GET /readyz` (all checks pass). */
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

/** The routes of the probes, and the checks behind them. */
@Module({})
export class HealthModule {
  static forRoot({ checks, ...options }: HealthOptions): DynamicModule {
    return HealthModule.forRootAsync({ useFactory: () => checks, ...options });
  }

  /** For checks with injected providers: `forRootAsync({ inject: [DataSource], useFactory: (source) => ({ database: … }) })`. */
  static forRootAsync(
    options: Pick<FactoryProvider<HealthChecks>, 'inject' | 'useFactory'> &
      Pick<ModuleMetadata, 'imports'> &
      Omit<HealthOptions, 'checks'>,
  ): DynamicModule {
    const { imports = [], inject = [], useFactory } = options;
    return {
      module: HealthModule,
      imports,
      controllers: [HealthController],
      providers: [
        { provide: HEALTH_CHECKS, inject, useFactory },
        {
          provide: Readiness,
          inject: [HEALTH_CHECKS],
          useFactory: (checks: HealthChecks) => new Readiness(checks, options),
        },
      ],
      exports: [Readiness],
    };
  }
}
