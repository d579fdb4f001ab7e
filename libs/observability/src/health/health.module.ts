import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { HealthController } from './health.controller';
import { HEALTH_CHECKS, type HealthChecks, type HealthOptions, Readiness } from './readiness';

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
