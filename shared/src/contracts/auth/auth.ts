import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** The user of the session, as available to every page. */
export const currentUser = s.object({
  id: s.integer(),
  username: s.nullable(s.string()),
  name: s.string(),
  avatar: s.nullable(s.string()),
  mobile_phone: s.nullable(s.string()),
  email: s.nullable(s.string()),
  language: s.nullable(s.string()),
  theme: s.nullable(s.string()),
  must_change_password: s.boolean(),
  /** A role requires a second factor that is not set up yet. */
  must_enrol: s.boolean(),
  member: s.nullable(
    s.object({
      id: s.integer(),
      member_no: s.string(),
      real_name: s.string(),
      /** As of the account; decides the face that is drawn without a picture. */
      gender: s.integer(),
      is_activated: s.boolean(),
      /** Whether the member's own learning is open: after an activation, or a lesson begun without one. */
      may_study: s.boolean(),
      status: s.integer(),
    }),
  ),
  admin: s.nullable(
    s.object({
      id: s.integer(),
      is_super: s.boolean(),
      roles: s.array(s.object({ id: s.integer(), name: s.string() })),
      permissions: s.array(s.string()),
      agency_id: s.nullable(s.integer()),
    }),
  ),
});

export type CurrentUser = SchemaValue<typeof currentUser>;

/**
 * Response of a login. `user` is null while a second-factor code is still required, at `redirect`. `ended` names the
 * device that was logged out by this login. `lifetime` is in minutes. `token` is for the Authorization header of clients
 * other than browsers.
 */
export const signedIn = s.object({
  user: s.nullable(currentUser),
  ended: s.optional(s.string()),
  lifetime: s.integer(),
  redirect: s.string(),
  token: s.optional(s.string()),
});
/** `wait`: seconds until another code may be requested. */
export const codeSent = s.object({ wait: s.integer(), message: s.string() });

/** Token of a solved captcha; single use, valid for five minutes. */
export const verify = field.text({ rules: 'required|max:500' });
export const code = field.text({ rules: 'required|mobile_code' });
const mobile = field.mobile({ rules: 'required' });
/** The end of an invitation's link. */
const invitation = field.text({ rules: 'max:40' });
/** Ways by which a code reaches its recipient. */
export const codeChannels = s.array(s.literal('sms', 'mail'));
const agencyCode = field.text({ rules: 'max:30' });
const backUrl = field.text({ rules: 'max:2000' });
export const newPassword = field.password({ rules: 'required|password' });
export const confirmation = field.password({ rules: 'required|confirmed:password' });

export const getUser = contract({
  method: 'GET',
  path: '/open/user',
  response: s.object({ user: s.nullable(currentUser), lifetime: s.integer() }),
});

export const getLoginPage = contract({
  method: 'GET',
  path: '/open/login',
  query: { username: field.text({ rules: 'max:100' }) },
  response: s.object({
    other_login: s.array(s.object({ type: s.string(), url: s.string(), icon: s.string() })),
    must_verify: s.boolean(),
  }),
});

export const logIn = contract({
  method: 'POST',
  path: '/open/login',
  body: {
    // Either the first two or the next two. A `required…` rule in first place would type them as always present.
    username: field.text({ rules: 'max:254|required_without:mobile_phone' }),
    password: field.password({ rules: 'max:72|required_with:username|required_without:mobile_phone' }),
    mobile_phone: field.mobile(),
    message_code: field.text({ rules: 'mobile_code|required_with:mobile_phone' }),
    remember: field.boolean({ initial: false }),
    verify: field.text({ rules: 'max:500' }),
    /** With a code, after `auth.second_proof`: the number is the person's, the idle account that has it is not. */
    new_account: field.boolean({ initial: false }),
    agree: field.boolean({ initial: false }),
    back_url: backUrl,
  },
  response: signedIn,
});

export const sendLoginCode = contract({
  method: 'POST',
  path: '/open/login/send',
  body: { mobile_phone: mobile, verify },
  response: codeSent,
});

export const logOut = contract({
  method: 'POST',
  path: '/open/logout',
  body: { is_wechat: field.boolean({ nullable: true }) },
  response: s.object({ redirect: s.string() }),
});

export const getRegisterPage = contract({
  method: 'GET',
  path: '/open/register',
  response: s.object({ open: s.boolean(), channels: codeChannels }),
});

export const register = contract({
  method: 'POST',
  path: '/open/register',
  body: {
    // A code proves one of the two. Where none can be sent, an invitation admits people by a user name.
    mobile_phone: field.mobile({ rules: 'max:20|required_without_all:email,invitation' }),
    email: field.email(),
    message_code: field.text({
      rules: 'mobile_code|required_with:mobile_phone|required_with:email|required_without:invitation',
    }),
    invitation,
    username: field.text({ rules: 'user_name:2,30' }),
    password: newPassword,
    password_confirmation: confirmation,
    agree: field.boolean({ rules: 'agree' }),
    agency_code: agencyCode,
    back_url: backUrl,
  },
  response: signedIn,
});

export const sendRegisterCode = contract({
  method: 'POST',
  path: '/open/register/send',
  body: { mobile_phone: field.mobile(), email: field.email(), invitation, verify },
  response: codeSent,
});
