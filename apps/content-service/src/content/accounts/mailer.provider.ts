import { Mailer } from '@almanac/mail';
import type { Provider } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';

export const mailerProvider: Provider = {
  provide: Mailer,
  useFactory: ({ mail }: Settings) => new Mailer(mail),
  inject: [SETTINGS],
};
