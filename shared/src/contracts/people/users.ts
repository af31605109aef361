import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

/** Sets a one-time password, which must be changed at the next login. It is returned only here. */
export const resetUserPassword = contract({
  method: 'POST',
  path: '/admin/users/:id/reset-password',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  response: s.object({ username: s.string(), password: s.string() }),
});
