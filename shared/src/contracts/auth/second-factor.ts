import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import { signedIn } from './auth.ts';

/** Six digits of the authenticator, or a recovery code. */
const code = field.text({ rules: 'required|max:40' });

const secondFactor = s.object({
  is_on: s.boolean(),
  confirmed_at: s.nullable(s.time()),
  /** Number of unused recovery codes. */
  recovery_left: s.integer(),
  /** Required by one of the person's roles: it cannot be switched off. */
  is_demanded: s.boolean(),
  has_password: s.boolean(),
});
export type SecondFactor = SchemaValue<typeof secondFactor>;

/** Returned only once. */
const recoveryCodes = s.object({ recovery_codes: s.array(s.string()), message: s.string() });

/** Verifies the code after login by password, text message or another service; until then the session grants no access. */
export const verifySecondFactor = contract({
  method: 'POST',
  path: '/open/second-factor',
  body: { code, back_url: field.text({ rules: 'max:2000' }) },
  response: signedIn,
});

export const getSecondFactor = contract({
  method: 'GET',
  path: '/admin/personage/second-factor',
  response: s.object({ second_factor: secondFactor }),
});

/** Creates a new secret, active once a code is confirmed. Requires the password, and a code of the current authenticator if there is one. */
export const startSecondFactor = contract({
  method: 'POST',
  path: '/admin/personage/second-factor',
  body: { password: field.password({ rules: 'max:72' }), code: field.text({ rules: 'max:40' }) },
  response: s.object({ secret: s.string(), uri: s.string() }),
});

export const confirmSecondFactor = contract({
  method: 'POST',
  path: '/admin/personage/second-factor/confirm',
  body: { code: field.text({ rules: 'required|mobile_code' }) },
  response: recoveryCodes,
});

/** Creates ten new recovery codes; the old ones stop working. */
export const renewRecoveryCodes = contract({
  method: 'POST',
  path: '/admin/personage/second-factor/recovery-codes',
  body: { code },
  response: recoveryCodes,
});

export const disableSecondFactor = contract({
  method: 'DELETE',
  path: '/admin/personage/second-factor',
  body: { code },
  response: s.object({ second_factor: secondFactor, message: s.string() }),
});
