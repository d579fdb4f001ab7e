import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, HttpAdapterHost, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { type ServedPaths, ServedRoutes } from './served-routes';

@Module({})
export class OpenApiModule {
  /** Provides the `ServedRoutes` of an interface. */
  static of(paths: ServedPaths): DynamicModule {
    return {
      module: OpenApiModule,
      imports: [DiscoveryModule],
      providers: [
        {
          provide: ServedRoutes,
          useFactory: (
            host: HttpAdapterHost,
            discovery: DiscoveryService,
            scanner: MetadataScanner,
            { applicationId }: ModulesContainer,
          ) => new ServedRoutes(host, discovery, scanner, paths, applicationId),
          inject: [HttpAdapterHost, DiscoveryService, MetadataScanner, ModulesContainer],
        },
      ],
      exports: [ServedRoutes],
    };
  }
}
