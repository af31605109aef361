import { smsTitle } from '@kaike/shared/domain/sms-parts';
import type { Locale } from '@kaike/shared/locales/languages';
import { AdapterError } from '../../core/adapter-error.ts';
import type { Job } from '../../core/job.ts';
import { translatorOf } from '../../core/wording.ts';

/** What a number is told: it no longer opens an account, it does from now on, or the school does not change to it. */
type NumberNews = 'former_number' | 'number_given' | 'number_refused';

declare module '../../core/job.ts' {
  interface JobPayloads {
    tell_former_number: { mobile_phone: string; locale: Locale; about?: NumberNews; reason?: string };
  }
}

/** Tells a number what became of it, as far as text messages work. Whoever has it today is told no name. */
export const tellFormerNumberJob: Job<'tell_former_number'> = {
  name: 'tell_former_number',
  max_attempts: 3,
  async run({ adapters: { sms }, settings, log }, { mobile_phone: to, locale, about = 'former_number', reason = '' }) {
    if (!(await sms.can_deliver('notice'))) return;
    const t = translatorOf(locale);
    const words = { school: await settings.get('school_name'), reason };
    const params = { title: smsTitle(t(`sign_in.${about}`, words)) };
    try {
      await sms.send({ to, purpose: 'notice', params, text: t(`sign_in.${about}_text`, words) });
    } catch (error) {
      if (!(error instanceof AdapterError) || error.code === 'rate_limited') throw error;
      log.warn({ err: error, to: to.slice(-4) }, 'a number was not told');
    }
  },
};
