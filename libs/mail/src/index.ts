export { readMailSettings } from './mail-settings';
export { Mailer, MailError } from './mailer';
