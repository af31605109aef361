import { field } from '@kaike/shared/kit/field';
import { defineCapability, defineProvider } from '../provider.ts';
import type { SmtpConfig } from './smtp.ts';

const smtp = defineProvider({
  name: 'smtp',
  settings: {
    mail_host: field.text({ rules: 'required|max:500' }),
    mail_port: field.integer({ rules: 'required|between:1,65535', initial: 465 }),
    mail_user: field.text({ rules: 'max:500' }),
    mail_password: field.password({ rules: 'max:8000' }),
    mail_from: field.text({ rules: 'required|mailbox|max:200' }),
  },
  create: ({
    mail_host: host,
    mail_port: port,
    mail_user: user,
    mail_password: password,
    mail_from: from,
  }): SmtpConfig => ({
    host,
    port,
    user,
    password,
    from,
  }),
});

/** Mail is sent by an SMTP server; its client is loaded with the first mail. */
export const mailCapability = defineCapability<unknown, SmtpConfig>()({
  driver: 'mail_driver',
  providers: [smtp],
  settings: {},
});
