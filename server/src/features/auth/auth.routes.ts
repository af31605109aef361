import * as agreement from '@kaike/shared/contracts/agreement';
import * as auth from '@kaike/shared/contracts/auth';
import * as captchaApi from '@kaike/shared/contracts/captcha';
import * as changePasswordApi from '@kaike/shared/contracts/change-password';
import * as invitations from '@kaike/shared/contracts/invitations';
import * as forgotPassword from '@kaike/shared/contracts/forgot-password';
import type { QueryOf } from '@kaike/shared/kit/contract';
import { AppError } from '../../core/app-error.ts';
import { route } from '../../core/route.ts';
import type { Call } from '../../core/call.ts';
import type { Feature } from '../feature.ts';
import { codeChannels, registerChannels } from './codes/code-channels.ts';
import { sendCodeIfKnown } from './codes/send-code.ts';
import { logInByCode, logInByPassword } from './log-in.ts';
import { logOut } from './log-out.ts';
import { mustVerify } from './login-throttle.ts';
import { mountOutboxPage } from './outbox-page.ts';
import { changeAdminPassword, changePassword } from './passwords/change-password.ts';
import { resetPassword, sendResetCode } from './passwords/reset-password.ts';
import { readOtherLogins } from './other-logins.ts';
import { readAgreement } from './read-agreement.ts';
import { readInvitation } from './joining/read-invitation.ts';
import { registerMember, sendRegisterCode } from './joining/register.ts';
import { findAccount, readLoginName } from './users.store.ts';

const maxUnsolved = 60;
const perMinute = (max: number) => ({ by: 'ip', max, seconds: 60 }) as const;
const perHour = (max: number) => ({ by: 'ip', max, seconds: 3600 }) as const;
const passwordTries = { by: 'user', max: 10, seconds: 600 } as const;
/** Public pages also work for a browser whose session was ended elsewhere. */
const open = { ignores_ended_session: true } as const;

const loginRoutes = [
  route.open(auth.getLoginPage, {
    ...open,
    handler: async ({ ctx, ip, query, user_agent }) => ({
      other_login: await readOtherLogins(ctx, user_agent),
      must_verify: await mustVerify(ctx, { name: readLoginName(query.username ?? ''), ip }),
    }),
  }),
  // No rate limit: failures are counted, and after a few of them each attempt needs a solved slider.
  route.open(auth.logIn, {
    ...open,
    handler: (call) => (call.body.username ? logInByPassword(call, call.body) : logInByCode(call, call.body)),
  }),
  route.open(auth.sendLoginCode, {
    ...open,
    limit: perHour(100),
    handler: async (call) => {
      const { mobile_phone: receiver, verify } = call.body;
      const account = await findAccount(call.ctx.db, { kind: 'mobile', value: receiver });
      const result = await sendCodeIfKnown(call, {
        purpose: 'login',
        channel: 'sms',
        receiver,
        verify,
        is_known: account !== null,
      });
      return { ...result, message: call.t('sign_in.login_code_sent') };
    },
  }),
  route.open(auth.logOut, { ...open, handler: logOut }),
];

const registerRoutes = [
  route.open(auth.getRegisterPage, {
    ...open,
    handler: async ({ ctx }) => {
      const channels = await registerChannels(ctx);
      return { open: channels.length > 0, channels };
    },
  }),
  route.open(invitations.getInvitation, { ...open, limit: perMinute(60), handler: readInvitation }),
  route.open(auth.register, { ...open, limit: perHour(100), handler: (call) => registerMember(call, call.body) }),
  route.open(auth.sendRegisterCode, {
    ...open,
    limit: perHour(100),
    handler: (call) => sendRegisterCode(call, call.body),
  }),
  route.open(agreement.getAgreement, { ...open, handler: readAgreement }),
];

const passwordRoutes = [
  route.open(forgotPassword.getPasswordPage, {
    ...open,
    handler: async ({ ctx }) => ({ channels: await codeChannels(ctx, 'reset') }),
  }),
  route.open(forgotPassword.sendResetMail, {
    ...open,
    limit: perHour(100),
    handler: (call) => sendResetCode(call, { ...call.body, channel: 'mail' }),
  }),
  route.open(forgotPassword.sendResetSms, {
    ...open,
    limit: perHour(100),
    handler: (call) => sendResetCode(call, { ...call.body, channel: 'sms' }),
  }),
  route.open(forgotPassword.resetPassword, {
    ...open,
    limit: perHour(100),
    handler: (call) => resetPassword(call, call.body),
  }),
  route.member(changePasswordApi.changePassword, { limit: passwordTries, handler: (call) => changePassword(call) }),
  // Not `admin`: this is the one action open to someone who must change the password.
  route.auth(changePasswordApi.changeAdminPassword, {
    limit: passwordTries,
    handler: (call) => changeAdminPassword(call),
  }),
];

/** Many unsolved captchas from one address mean guessing; a school's members behind one address solve most of theirs. */
async function issueCaptcha({ ctx, ip }: Call, { type, purpose }: QueryOf<typeof captchaApi.createCaptcha>) {
  const { captcha } = ctx.adapters;
  if ((await captcha.countUnsolved(ctx.db, ip)) >= maxUnsolved)
    throw new AppError('request.too_many', { retry_after: 60 });
  return captcha.issue(ctx.db, { address: ip, is_login: purpose === 'login', wants_slider: type === 'local' });
}

const captchaRoutes = [
  route.open(captchaApi.createCaptcha, {
    ...open,
    limit: perMinute(60),
    handler: (call) => issueCaptcha(call, call.query),
  }),
  route.open(captchaApi.solveCaptcha, {
    ...open,
    limit: perMinute(120),
    handler: async ({ ctx, body }) => {
      const solution = await ctx.adapters.captcha.solve(ctx.db, body);
      if ('failure' in solution) throw new AppError(`auth.captcha_${solution.failure}`, { field: 'verify' });
      return { verify: solution.pass };
    },
  }),
];

export const authFeature: Feature = {
  routes: [...loginRoutes, ...registerRoutes, ...passwordRoutes, ...captchaRoutes],
  mount: mountOutboxPage,
};
