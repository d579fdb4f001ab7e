import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { HealthController } from './health.controller';
import { HEALTH_CHECKS, Readiness } from './readiness';

/** Checks by name. Each rejects while its resource is unusable. One that could not find out gives `UNKNOWN`, and neither passes nor fails. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

export interface HealthOptions {
  checks: HealthChecks;
  /** Names of checks that only make the program `degraded` when they fail. It stays ready, because it can serve other requests. */
  dispensable?: readonly string[];
  /** The same, once they have passed: a new version with wrong settings must not replace one that works. */
  neededAtStart?: readonly string[];
}

/** `GET /healthz` (the process answers) and `GET /readyz` (all checks pass). */
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
