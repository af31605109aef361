import type { SmsVendorName } from '@kaike/shared/domain/site/sms-state';
import type { SmsMessage } from './port.ts';

/** Approved templates: one for codes, which single purposes may replace, and one for notices; empty where there is none. */
export type SmsTemplates = Readonly<Record<SmsMessage['purpose'], string>>;

/** A vendor of text messages with the school's account. */
export type SmsVendor = {
  name: SmsVendorName;
  templates: SmsTemplates;
  send: (request: { template: string; message: SmsMessage }) => Promise<{ id: string }>;
};

/** The template a message is sent with; purposes without their own use the one that verifies a person. */
export const templateOf = ({ templates }: SmsVendor, purpose: SmsMessage['purpose']): string =>
  templates[purpose] || (purpose === 'notice' ? '' : templates.verify);
