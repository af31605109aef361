import { smsTitle } from '@kaike/shared/domain/messaging/sms-parts';
import type { Locale } from '@kaike/shared/locales/languages';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { Context } from '../../../core/context.ts';
import type { Job } from '../../../core/job.ts';
import { translatorOf } from '../../../core/wording.ts';

type Telling = { mobile_phone: string; locale: Locale };

declare module '../../../core/job.ts' {
  interface JobPayloads {
    tell_former_number: Telling;
    tell_new_number: Telling & { is_approved: boolean; reason: string };
  }
}

type News = { key: 'former_number' | 'number_given' | 'number_refused'; reason?: string };

/** Tells a number what became of it, as far as text messages work. Whoever has it today is told no name. */
async function tell(
  { adapters: { sms }, settings, log }: Context,
  { mobile_phone: to, locale }: Telling,
  { key, reason = '' }: News,
): Promise<void> {
  if (!(await sms.can_deliver('notice'))) return;
  const t = translatorOf(locale);
  const words = { school: await settings.get('school_name'), reason };
  const params = { title: smsTitle(t(`sign_in.${key}`, words)) };
  try {
    await sms.send({ to, purpose: 'notice', params, text: t(`sign_in.${key}_text`, words) });
  } catch (error) {
    if (!(error instanceof AdapterError) || error.code === 'rate_limited') throw error;
    log.warn({ err: error, to: to.slice(-4) }, 'a number was not told');
  }
}

/** It no longer opens an account. */
export const tellFormerNumberJob: Job<'tell_former_number'> = {
  name: 'tell_former_number',
  lane: 'vendors',
  max_attempts: 3,
  run: (ctx, telling) => tell(ctx, telling, { key: 'former_number' }),
};

/** What the school decided on the request for it. */
export const tellNewNumberJob: Job<'tell_new_number'> = {
  name: 'tell_new_number',
  lane: 'vendors',
  max_attempts: 3,
  run: (ctx, { is_approved, reason, ...telling }) =>
    tell(ctx, telling, { key: is_approved ? 'number_given' : 'number_refused', reason }),
};
