import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';
import { code, codeSent, confirmation, newPassword, verify } from './auth.ts';

/** Channels for sending the code to reset a password. */
export const getPasswordPage = contract({
  method: 'GET',
  path: '/open/password',
  response: s.object({ channels: s.array(s.string()) }),
});

export const sendResetMail = contract({
  method: 'POST',
  path: '/open/forgot-password/send',
  body: { username: field.email({ rules: 'required' }), verify },
  response: codeSent,
});

export const sendResetSms = contract({
  method: 'POST',
  path: '/open/forgot-password/send-sms',
  body: { username: field.mobile({ rules: 'required' }), verify },
  response: codeSent,
});

export const resetPassword = contract({
  method: 'POST',
  path: '/open/forgot-password/reset-password',
  body: {
    username: field.text({ rules: 'required|max:254' }),
    message_code: code,
    password: newPassword,
    password_confirmation: confirmation,
  },
  response: s.object({ message: s.string(), redirect: s.string() }),
});
