import { field, type Field } from '@kaike/shared/kit/field';
import { smsPurposes, type SmsVendorName } from '@kaike/shared/domain/messaging/sms-state';
import type { SettingFields, SettingValues } from '../../core/settings/setting-fields.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import type { PluginDeps } from '../plugin-adapters.ts';
import type { SmsMessage } from './port.ts';

/** Approved templates: one for codes, which single purposes may replace, and one for notices; empty where there is none. */
export type SmsTemplates = Readonly<Record<SmsMessage['purpose'], string>>;

/** A vendor of text messages with the school's account. */
export type SmsVendor = {
  name: SmsVendorName;
  templates: SmsTemplates;
  send: (request: { template: string; message: SmsMessage }) => Promise<{ id: string }>;
};

export type SmsVendorDeps = { clock: () => Date; nonce: () => string } & VendorClientDeps & PluginDeps;

/** Of vendors that report what became of a message: the last part of the address they report to; empty refuses all reports. */
export const receiptFields = { sms_receipt_secret: field.password({ rules: 'max:8000' }) };

/** The templates of a vendor that has none: every purpose can be sent. */
export const sameTemplate = (name: string): SmsTemplates =>
  Object.fromEntries(smsPurposes.map((purpose) => [purpose, name])) as SmsTemplates;

/** The template a message is sent with; purposes without their own use the one that verifies a person. */
export const templateOf = ({ templates }: SmsVendor, purpose: SmsMessage['purpose']): string =>
  templates[purpose] || (purpose === 'notice' ? '' : templates.verify);

type TemplateFields<Prefix extends string> = {
  readonly [Purpose in SmsMessage['purpose'] as `${Prefix}_${Purpose}`]: Field<string, false>;
};

/** Their settings begin so, by which the check that every setting is read knows them: `tencent_sms_template`. */
type TemplatePrefix = `${string}sms_template`;

/** A setting for the template of each purpose. */
export const templateFields = <const Prefix extends TemplatePrefix>(prefix: Prefix): TemplateFields<Prefix> =>
  Object.fromEntries(
    ['verify', ...smsPurposes.filter((purpose) => purpose !== 'verify')].map((purpose) => [
      `${prefix}_${purpose}`,
      field.text({ rules: purpose === 'verify' ? 'required|max:500' : 'max:500' }),
    ]),
  ) as unknown as TemplateFields<Prefix>;

/** The templates in the values of those settings. */
export const selectTemplates = (prefix: TemplatePrefix, values: SettingValues<SettingFields>): SmsTemplates =>
  Object.fromEntries(
    smsPurposes.map((purpose) => [purpose, String(values[`${prefix}_${purpose}`] ?? '')]),
  ) as SmsTemplates;
