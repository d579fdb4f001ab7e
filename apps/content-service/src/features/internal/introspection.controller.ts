import { INTROSPECTION_PATH, toAnswer } from '@almanac/auth';
import { Present, Required, Text, validated } from '@almanac/validation';
import { Body, HttpCode, Post } from '@nestjs/common';
import { DatabaseTokenVerifier } from '../tokens/authentication/database-token-verifier';
import { ForServices } from './for-services';

class TokenDto {
  @Required()
  @Text()
  id!: string;

  /** Empty for `Authorization: Token id:`. */
  @Present()
  @Text()
  secret!: string;
}

/** Verifies tokens for other services, which ask for each request. The gateway does not route it. */
@ForServices()
export class IntrospectionController {
  constructor(private readonly verifier: DatabaseTokenVerifier) {}

  /** Reads the body as it was sent: `@Input()` trims texts, and a wrong secret would become a right one. */
  @Post(INTROSPECTION_PATH)
  @HttpCode(200)
  async introspect(@Body() body: unknown) {
    const credentials = validated(TokenDto, typeof body === 'object' && body !== null ? body : {});
    return toAnswer(await this.verifier.verify(credentials));
  }
}
