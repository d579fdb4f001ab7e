import { INTROSPECTION_PATH, toAnswer } from '@almanac/auth';
import { Input } from '@almanac/http';
import { Required, Text } from '@almanac/validation';
import { HttpCode, Post } from '@nestjs/common';
import { DatabaseTokenVerifier } from '../tokens/authentication/database-token-verifier';
import { ForServices } from './for-services';

class TokenDto {
  @Required()
  @Text()
  id!: string;

  @Required()
  @Text()
  secret!: string;
}

/** Verifies tokens for other services, which ask for each request. The gateway does not route it. */
@ForServices()
export class IntrospectionController {
  constructor(private readonly verifier: DatabaseTokenVerifier) {}

  @Post(INTROSPECTION_PATH)
  @HttpCode(200)
  async introspect(@Input() credentials: TokenDto) {
    return toAnswer(await this.verifier.verify(credentials));
  }
}
