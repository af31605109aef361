import type { User } from '../src/app/session.ts';

type Member = NonNullable<User['member']>;
type Admin = Omit<NonNullable<User['admin']>, 'permissions'> & { permissions: readonly string[] };

/** A signed-in user who is neither a learner nor an administrator, but for the changes. */
export const userOf = (changes: Partial<User> = {}): User => ({
  id: 1,
  username: null,
  name: '朱小红',
  avatar: null,
  mobile_phone: null,
  email: null,
  language: null,
  theme: null,
  must_change_password: false,
  must_enrol: false,
  member: null,
  admin: null,
  ...changes,
});

/** A signed-in learner with an activated course, but for the changes. */
export const memberOf = (changes: Partial<Member> = {}): User =>
  userOf({
    member: {
      id: 2,
      member_no: '100003',
      real_name: '朱小红',
      gender: 0,
      is_activated: true,
      may_study: true,
      status: 1,
      ...changes,
    },
  });

/** A signed-in administrator of the school without permissions, but for the changes. */
export const adminOf = ({ permissions = [], ...changes }: Partial<Admin> = {}): User =>
  userOf({ admin: { id: 2, is_super: false, roles: [], permissions: [...permissions], agency_id: null, ...changes } });
