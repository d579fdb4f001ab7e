import { inputOf, type RawInput } from '@almanac/http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/**
 * The merged input of a change. Its password is that of the body alone: clients send one in the query to open a protected event, as the
 * contract allows for all requests to a single event. It must not become the new password.
 */
export const ChangeInput = createParamDecorator((_: unknown, context: ExecutionContext): RawInput => {
  const request = context.switchToHttp().getRequest<Request>();
  const { password, ...input } = inputOf(request);
  const body: unknown = request.body;
  const isInBody = typeof body === 'object' && body !== null && Object.hasOwn(body, 'password');
  return isInBody ? { ...input, password } : input;
});
