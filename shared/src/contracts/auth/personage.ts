import { themes } from '../../domain/constants.ts';
import { locales } from '../../locales/languages.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** An administrator's own profile. Mobile and email are shown to their owner unmasked. */
const profile = s.object({
  id: s.integer(),
  username: s.nullable(s.string()),
  name: s.string(),
  avatar: s.nullable(s.string()),
  email: s.nullable(s.string()),
  mobile_phone: s.nullable(s.string()),
  signature: s.string(),
  roles: s.array(s.string()),
  last_login_at: s.nullable(s.time()),
  last_login_ip: s.nullable(s.string()),
  version: s.integer(),
});
export type Profile = SchemaValue<typeof profile>;

const device = s.object({
  id: s.integer(),
  device_name: s.string(),
  client_type: s.string(),
  ip: s.nullable(s.string()),
  address: s.string(),
  issued_at: s.time(),
  last_seen_at: s.time(),
  is_current: s.boolean(),
});
export type Device = SchemaValue<typeof device>;

export const profileFields = {
  name: field.text({ rules: 'required|max:50', is_person_name: true }),
  mobile_phone: field.mobile({ nullable: true }),
  email: field.email({ nullable: true }),
  signature: field.text({ rules: 'max:200', initial: '' }),
};

export const getProfile = contract({ method: 'GET', path: '/admin/personage', response: s.object({ profile }) });

/** Requires the version that was read, so that a concurrent change is not overwritten. */
export const updateProfile = contract({
  method: 'PUT',
  path: '/admin/personage',
  body: { ...profileFields, version: field.integer({ rules: 'required' }) },
  response: s.object({ profile, message: s.string() }),
});

/** Sets a previously uploaded picture; null removes it. */
export const updateAvatar = contract({
  method: 'PUT',
  path: '/admin/personage/avatar',
  body: {
    avatar: field.image({ nullable: true, rules: ['regex:^/uploads/public/\\d{4}/\\d{2}/[0-9a-f]{30}\\.webp$'] }),
  },
  response: s.object({ avatar: s.nullable(s.string()) }),
});

/** Stored with the account and applied wherever it logs in; fields not sent stay unchanged. */
export const updatePreferences = contract({
  method: 'PUT',
  path: '/admin/personage/preferences',
  body: {
    language: field.choice(
      locales.map((value) => ({ value, key: value })),
      { nullable: true },
    ),
    theme: field.choice(
      themes.map((value) => ({ value, key: value })),
      { nullable: true },
    ),
  },
  response: s.object({ language: s.nullable(s.string()), theme: s.nullable(s.string()) }),
});

/** Devices this account is currently logged in on. */
export const listDevices = contract({
  method: 'GET',
  path: '/admin/personage/devices',
  response: s.object({ devices: s.array(device) }),
});

export const signOutDevice = contract({
  method: 'DELETE',
  path: '/admin/personage/devices/:id',
  response: s.object({ ended: s.integer() }),
});

/** Logs out all devices but the current one. */
export const signOutOtherDevices = contract({
  method: 'DELETE',
  path: '/admin/personage/devices',
  response: s.object({ ended: s.integer() }),
});
