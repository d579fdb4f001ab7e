import { Mailer } from '@almanac/mail';
import { Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SETTINGS, type Settings } from '../../config';
import { Accounts } from './accounts';
import { AttemptLimits } from './attempt-limits';
import { OneTimeLinks } from './one-time-links';
import { PasswordChanges, PasswordProof } from './passwords';
import { User } from './user.entity';

const mailer: Provider = {
  provide: Mailer,
  useFactory: ({ mail }: Settings) => new Mailer(mail),
  inject: [SETTINGS],
};

/** Accounts of users, their passwords, one-time links and mails. */
@Module({
  imports: [TypeOrmModule.forFeature([User])],
  providers: [Accounts, AttemptLimits, OneTimeLinks, PasswordChanges, PasswordProof, mailer],
  exports: [Accounts, AttemptLimits, Mailer, OneTimeLinks, PasswordChanges, PasswordProof],
})
export class AccountsModule {}
