import { matchingLength } from '../../domain/office/bulk-run.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';
import { confirmation, newPassword, signedIn } from './auth.ts';

/**
 * Makes links by which new learners set their password: for those of these members, or of those that `matching` names as in a
 * bulk run, who have never come; page by page, `before` the last id of the page before. Earlier links of theirs
 * stop working. The links are returned only here.
 */
export const createFirstLogins = contract({
  method: 'POST',
  path: '/admin/members/first-logins',
  body: {
    ids: field.json({ nullable: true }),
    matching: field.text({ rules: `max:${matchingLength}` }),
    before: field.integer({ rules: 'min:1' }),
  },
  response: s.object({
    next_before: s.nullable(s.integer()),
    data: s.array(
      s.object({ id: s.integer(), name: s.string(), login: s.string(), link: s.string(), expires_at: s.time() }),
    ),
  }),
});

/** Whose link it is; null when it does not work, or no more. */
export const getFirstLogin = contract({
  method: 'GET',
  path: '/open/first-login/:token',
  response: s.object({ school: s.string(), person: s.nullable(s.object({ name: s.string(), login: s.string() })) }),
});

/** Sets the first password and logs in; once. */
export const completeFirstLogin = contract({
  method: 'POST',
  path: '/open/first-login/:token',
  body: { password: newPassword, password_confirmation: confirmation, agree: field.boolean({ rules: 'agree' }) },
  response: signedIn,
});
