import { CachedVerifier, TokenVerifier } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Module } from '@nestjs/common';
import { DatabaseTokenVerifier } from './database-token-verifier';
import { IntrospectionController } from './introspection.controller';

@Module({
  controllers: [IntrospectionController],
  providers: [
    {
      provide: TokenVerifier,
      useFactory: (database: Database) => new CachedVerifier(new DatabaseTokenVerifier(database)),
      inject: [Database],
    },
  ],
  exports: [TokenVerifier],
})
export class TokensModule {}
