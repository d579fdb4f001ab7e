import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import { type ServedPaths, ServedRoutes } from './routes/served-routes';

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
          useFactory: (host: HttpAdapterHost, discovery: DiscoveryService, scanner: MetadataScanner) =>
            new ServedRoutes(host, discovery, scanner, paths),
          inject: [HttpAdapterHost, DiscoveryService, MetadataScanner],
        },
      ],
      exports: [ServedRoutes],
    };
  }
}
