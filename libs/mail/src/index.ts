export { type Letter, type MailLink } from './letter';
export { type MailSettings, readMailSettings } from './mail-settings';
export { Mailer, MailError } from './mailer';
