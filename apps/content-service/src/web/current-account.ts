import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Account } from '../content/accounts/accounts';

declare module 'express-serve-static-core' {
  interface Request {
    /** The account of a visitor who has at least given the password; set on pages only. */
    account?: Account;
  }
}

/** The account of a visitor who is logged in, or has at least given the password. Only for pages that guests cannot open. */
export const CurrentAccount = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  const { account } = context.switchToHttp().getRequest<Request>();
  if (!account) throw new Error('A page without a stage has no account');
  return account;
});
