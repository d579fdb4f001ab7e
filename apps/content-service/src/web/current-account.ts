import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Account } from '../content/accounts/accounts';

declare module 'express-serve-static-core' {
  interface Request {
    /** The account of a visitor after the password check, also before the second factor. Set on pages only. */
    account?: Account;
  }
}

/** The account of a visitor after the password check, also before the second factor. Only for pages that guests cannot open. */
export const CurrentAccount = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  const { account } = context.switchToHttp().getRequest<Request>();
  if (!account) throw new Error('A page without a stage has no account');
  return account;
});
