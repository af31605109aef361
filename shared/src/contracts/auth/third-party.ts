import { loginPurposes, loginTypes, type LoginType } from '../../domain/auth/third-party.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';
import { currentUser, signedIn } from './auth.ts';

const types = Object.keys(loginTypes) as [LoginType, ...LoginType[]];
const type = s.literal(...types);
const purposes = loginPurposes.map((value) => ({ value, key: value }));
const backUrl = field.text({ rules: 'max:2000' });
const key = field.text({ rules: 'required|max:100' });
const mobile = field.mobile({ rules: 'required' });

/** Redirects the browser to another service to log in, to bind its account, or only to get its open id. */
export const startOAuth = contract({
  method: 'GET',
  path: '/open/other-login/:type',
  query: { purpose: field.choice(purposes), back_url: backUrl },
  response: s.object({ redirect: s.string() }),
});

const callbackResult = s.object({
  /** Where to continue; empty while `other` must be bound first. */
  redirect: s.string(),
  /** Key of an identity not bound to any account yet; valid for ten minutes, in this browser only. */
  other: s.nullable(s.string()),
  nickname: s.string(),
  user: s.nullable(currentUser),
  lifetime: s.integer(),
});

/** Handles the service's redirect back to us. */
export const completeOAuth = contract({
  method: 'GET',
  path: '/open/other-login-callback/:type',
  query: {
    code: field.text({ rules: 'max:1000' }),
    auth_code: field.text({ rules: 'max:1000' }),
    state: field.text({ rules: 'max:200' }),
    error: field.text({ rules: 'max:200' }),
  },
  response: callbackResult,
});

/** Sends a code to the mobile of the account the identity will be bound to. */
export const sendLinkCode = contract({
  method: 'POST',
  path: '/open/other-login/bind/send',
  body: { key, mobile_phone: mobile, verify: field.text({ rules: 'required|max:500' }) },
  response: s.object({ wait: s.integer(), message: s.string() }),
});

/** Binds the identity to the account with that mobile, or to a new one, and logs in. */
export const linkIdentity = contract({
  method: 'POST',
  path: '/open/other-login/bind',
  body: {
    key,
    mobile_phone: mobile,
    message_code: field.text({ rules: 'required|mobile_code' }),
    agree: field.boolean({ rules: 'agree' }),
    /** After `auth.second_proof`: the number is the person's, the idle account that has it is not. */
    new_account: field.boolean({ initial: false }),
  },
  response: signedIn,
});

/** Binds the identity to the account that just logged in in the same browser. */
export const claimIdentity = contract({
  method: 'POST',
  path: '/open/other-login/claim',
  body: { key },
  response: s.object({ redirect: s.string() }),
});

const ouser = s.object({
  id: s.integer(),
  nickname: s.string(),
  bound_at: s.nullable(s.time()),
  last_login_at: s.nullable(s.time()),
});

/** The school's login services and the person's identity at each. */
export const listIdentities = contract({
  method: 'GET',
  path: '/home/personage/ousers',
  response: s.object({ services: s.array(s.object({ type, is_offered: s.boolean(), ouser: s.nullable(ouser) })) }),
});

export const unlinkIdentity = contract({
  method: 'DELETE',
  path: '/home/personage/ousers/:id',
  response: s.object({ message: s.string() }),
});
