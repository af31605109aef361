import { defaultLocale } from '@kaike/shared/locales/languages';
import { smsTitle } from '@kaike/shared/domain/messaging/sms-parts';
import { translatorOf } from '../../../core/wording.ts';

/** The full text message of a notice. */
export function noticeText(title: string, school: string): string {
  return translatorOf(defaultLocale)('resources.messages.sms_text', { title: smsTitle(title), school });
}
