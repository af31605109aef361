import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';
import { confirmation, newPassword } from './auth.ts';

export const changePassword = contract({
  method: 'PUT',
  path: '/home/personage/password',
  body: {
    old_password: field.password({ rules: 'required|max:72' }),
    password: newPassword,
    password_confirmation: confirmation,
  },
  response: s.object({ message: s.string() }),
});

/** The same for the back office. */
export const changeAdminPassword = contract({ ...changePassword, path: '/admin/personage/password' });
