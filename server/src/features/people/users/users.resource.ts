import { sql } from 'kysely';
import * as usersApi from '@kaike/shared/contracts/people/users';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import { users } from '@kaike/shared/resources/people/users';
import { route } from '../../../core/route.ts';
import { defineBehaviour, type ActionResult, type ActionRun } from '../../../kit/behaviour.ts';
import { loadAccount } from './account.read.ts';
import { changeEmailOf, changeMobileOf, takenBy } from './change-logins.ts';
import { resetUserPassword } from './reset-user-password.ts';
import { describeSuspension } from './suspension-effects.ts';
import { updateStatus } from './update-status.ts';

const changed: ActionResult = { changed: 1, failed: [] };

/** Corrects or takes off the number of one account. */
async function changeMobile(run: ActionRun<typeof users, 'change-mobile'>): Promise<ActionResult> {
  const { mobile_phone: mobile, reason } = run.input;
  for (const { id } of run.rows)
    await changeMobileOf(run, { user_id: id, mobile_phone: mobile || null, reason }).catch((error: unknown) => {
      throw takenBy(error, run.call.t('member_record.logins.somebody'));
    });
  return changed;
}

/** Corrects or takes off the mailbox of one account. */
async function changeEmail(run: ActionRun<typeof users, 'change-email'>): Promise<ActionResult> {
  for (const { id } of run.rows)
    await changeEmailOf(run, { user_id: id, email: run.input.email || null }).catch((error: unknown) => {
      throw takenBy(error, run.call.t('member_record.logins.somebody'));
    });
  return changed;
}

export const usersBehaviour = defineBehaviour(users, {
  computed: {
    member_id: sql`(select m.id from members m where m.user_id = r.id and m.deleted_at is null)`,
    admin_id: sql`(select a.id from admins a where a.user_id = r.id and a.deleted_at is null)`,
  },
  extend: loadAccount,
  dryRunNotes: {
    'update-status': async (call, { where, input }) =>
      input.status === userStatus.stopped
        ? describeSuspension(
            call,
            sql`select r.id as user_id, m.id as member_id from users r left join members m on m.user_id = r.id and m.deleted_at is null
              where ${where} and r.status = ${userStatus.effective}`,
            { keeps_admins: false },
          )
        : [],
  },
  actions: { 'update-status': updateStatus, 'change-mobile': changeMobile, 'change-email': changeEmail },
  routes: [
    route.admin(usersApi.resetUserPassword, { permission: 'admin.users.reset-password', handler: resetUserPassword }),
  ],
});
