import { sql } from 'kysely';
import { resetUserPassword } from '@kaike/shared/contracts/users';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import { users } from '@kaike/shared/resources/users';
import { route } from '../../core/route.ts';
import { defineBehaviour } from '../../kit/behaviour.ts';
import { readAccount } from './account.read.ts';
import { resetPassword } from './reset-password.ts';
import { describeStop } from './stop-losses.ts';
import { updateStatus } from './update-status.ts';

export const usersBehaviour = defineBehaviour(users, {
  computed: {
    member_id: sql`(select m.id from members m where m.user_id = r.id and m.deleted_at is null)`,
    admin_id: sql`(select a.id from admins a where a.user_id = r.id and a.deleted_at is null)`,
  },
  extend: readAccount,
  dryRunNotes: {
    'update-status': async (call, { where, input }) =>
      input.status === userStatus.stopped
        ? describeStop(
            call,
            sql`select r.id as user_id, m.id as member_id from users r left join members m on m.user_id = r.id and m.deleted_at is null
              where ${where} and r.status = ${userStatus.effective}`,
            { keeps_admins: false },
          )
        : [],
  },
  actions: { 'update-status': updateStatus },
  routes: [route.admin(resetUserPassword, { permission: 'admin.users.reset-password', handler: resetPassword })],
});
