import type * as captchaApi from '@kaike/shared/contracts/auth/captcha';
import { AppError } from '../../../../core/app-error.ts';
import type { CallOf } from '../../../../core/call.ts';

export async function solveCaptcha({ ctx, body }: CallOf<typeof captchaApi.solveCaptcha>) {
  const solution = await ctx.adapters.captcha.solve(ctx.db, body);
  if ('failure' in solution) throw new AppError(`auth.captcha_${solution.failure}`, { field: 'verify' });
  return { verify: solution.pass };
}
