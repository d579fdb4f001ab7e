import { INTROSPECTION_PATH, Public, toAnswer } from '@almanac/auth';
import { Input } from '@almanac/http';
import { Required, Text } from '@almanac/validation';
import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { DatabaseTokenVerifier } from '../tokens/authentication/database-token-verifier';
import { ServiceSecretGuard } from './service-secret.guard';

class TokenDto {
  @Required()
  @Text()
  id!: string;

  @Required()
  @Text()
  secret!: string;
}

/** Verifies tokens for other services, without a cache: these cache the answer for a second. The gateway does not route it. */
@Public()
@UseGuards(ServiceSecretGuard)
@Controller()
export class IntrospectionController {
  constructor(private readonly verifier: DatabaseTokenVerifier) {}

  @Post(INTROSPECTION_PATH)
  @HttpCode(200)
  async introspect(@Input() credentials: TokenDto) {
    return toAnswer(await this.verifier.verify(credentials));
  }
}
