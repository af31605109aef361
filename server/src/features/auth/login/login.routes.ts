import * as agreement from '@kaike/shared/contracts/auth/agreement';
import * as auth from '@kaike/shared/contracts/auth/auth';
import * as captchaApi from '@kaike/shared/contracts/auth/captcha';
import * as changePasswordApi from '@kaike/shared/contracts/auth/change-password';
import * as invitations from '@kaike/shared/contracts/people/invitations';
import * as forgotPassword from '@kaike/shared/contracts/auth/forgot-password';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { logOut } from './handlers/log-out.ts';
import { mountOutboxPage } from './outbox-page.ts';
import { changeAdminPassword } from './passwords/change-admin-password.ts';
import { changePassword } from './passwords/change-password.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { getAgreement } from './handlers/get-agreement.ts';
import { getInvitation } from './joining/get-invitation.ts';
import { sendRegisterCode } from './joining/send-register-code.ts';
import { register } from './joining/register.ts';
import { getLoginPage } from './handlers/get-login-page.ts';
import { logIn } from './handlers/log-in.ts';
import { sendLoginCode } from './handlers/send-login-code.ts';
import { getRegisterPage } from './handlers/get-register-page.ts';
import { getPasswordPage } from './handlers/get-password-page.ts';
import { sendResetMail } from './handlers/send-reset-mail.ts';
import { sendResetSms } from './handlers/send-reset-sms.ts';
import { createCaptcha } from './handlers/create-captcha.ts';
import { solveCaptcha } from './handlers/solve-captcha.ts';

const perMinute = (max: number) => ({ by: 'ip', max, seconds: 60 }) as const;
const perHour = (max: number) => ({ by: 'ip', max, seconds: 3600 }) as const;
const passwordTries = { by: 'user', max: 10, seconds: 600 } as const;
/** Public pages also work for a browser whose session was ended elsewhere. */
const open = { ignores_ended_session: true } as const;

const loginRoutes = [
  route.open(auth.getLoginPage, {
    ...open,
    handler: getLoginPage,
  }),
  // No rate limit: failures are counted, and after a few of them each attempt needs a solved slider.
  route.open(auth.logIn, {
    ...open,
    handler: logIn,
  }),
  route.open(auth.sendLoginCode, {
    ...open,
    limit: perHour(100),
    handler: sendLoginCode,
  }),
  route.open(auth.logOut, { ...open, handler: logOut }),
];

const registerRoutes = [
  route.open(auth.getRegisterPage, {
    ...open,
    handler: getRegisterPage,
  }),
  route.open(invitations.getInvitation, { ...open, limit: perMinute(60), handler: getInvitation }),
  route.open(auth.register, { ...open, limit: perHour(100), handler: register }),
  route.open(auth.sendRegisterCode, {
    ...open,
    limit: perHour(100),
    handler: sendRegisterCode,
  }),
  route.open(agreement.getAgreement, { ...open, handler: getAgreement }),
];

const passwordRoutes = [
  route.open(forgotPassword.getPasswordPage, {
    ...open,
    handler: getPasswordPage,
  }),
  route.open(forgotPassword.sendResetMail, {
    ...open,
    limit: perHour(100),
    handler: sendResetMail,
  }),
  route.open(forgotPassword.sendResetSms, {
    ...open,
    limit: perHour(100),
    handler: sendResetSms,
  }),
  route.open(forgotPassword.resetPassword, {
    ...open,
    limit: perHour(100),
    handler: resetPassword,
  }),
  route.member(changePasswordApi.changePassword, { limit: passwordTries, handler: changePassword }),
  // Not `admin`: this is the one action open to someone who must change the password.
  route.auth(changePasswordApi.changeAdminPassword, {
    limit: passwordTries,
    handler: changeAdminPassword,
  }),
];

const captchaRoutes = [
  route.open(captchaApi.createCaptcha, {
    ...open,
    limit: perMinute(60),
    handler: createCaptcha,
  }),
  route.open(captchaApi.solveCaptcha, {
    ...open,
    limit: perMinute(120),
    handler: solveCaptcha,
  }),
];

export const loginFeature: Feature = {
  routes: [...loginRoutes, ...registerRoutes, ...passwordRoutes, ...captchaRoutes],
  mount: mountOutboxPage,
};
