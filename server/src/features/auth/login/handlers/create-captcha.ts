import type * as captchaApi from '@kaike/shared/contracts/auth/captcha';
import type { QueryOf } from '@kaike/shared/kit/contract';
import { AppError } from '../../../../core/app-error.ts';
import type { Call } from '../../../../core/call.ts';
import type { CallOf } from '../../../../core/call.ts';

export function createCaptcha(call: CallOf<typeof captchaApi.createCaptcha>) {
  return issueCaptcha(call, call.query);
}

const maxUnsolved = 60;

/** Many unsolved captchas from one address mean guessing; a school's members behind one address solve most of theirs. */
async function issueCaptcha({ ctx, ip }: Call, { type, purpose }: QueryOf<typeof captchaApi.createCaptcha>) {
  const { captcha } = ctx.adapters;
  if ((await captcha.countUnsolved(ctx.db, ip)) >= maxUnsolved)
    throw new AppError('request.too_many', { retry_after: 60 });
  return captcha.issue(ctx.db, { address: ip, is_login: purpose === 'login', wants_slider: type === 'local' });
}
