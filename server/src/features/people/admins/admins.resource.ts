import { sql } from 'kysely';
import { checkAll } from '../../../core/app-error.ts';
import { defineBehaviour } from '../../../kit/behaviour.ts';
import { admins } from '@kaike/shared/resources/people/admins';
import { checkMayChange, checkMayGive, assignRoles, assertOneSuper } from './admin-roles.ts';
import { changeName, checkAccount, findOrMakeAccount } from './admin-account.ts';
import { endRights, refuseDeletion, refuseRestore, notifyRestored } from './delete-admins.ts';
import { wordRoleLabels } from '../roles/public.ts';
import { resetSecondFactor } from '../../auth/second-factor/public.ts';
import { updateStatus } from './update-status.ts';

export const adminsBehaviour = defineBehaviour(admins, {
  read_from: 'admin_rows',
  present: { fields: [], words: async ({ locale }, rows) => wordRoleLabels(locale, rows, 'role_ids') },
  computed: {
    has_second_factor: sql`exists (select 1 from second_factors f where f.user_id = r.user_id and f.confirmed_at is not null)`,
  },
  filters: {
    role_ids: {
      columns: ['id'],
      has: (role) =>
        sql<boolean>`r.id in (select holder.admin_id from admin_role holder where holder.role_id = ${role})`,
    },
  },
  async beforeCreate(write, values) {
    await checkAll(
      () => checkMayGive(write, values.role_ids),
      () => checkAccount(write, values),
    );
    return { user_id: await findOrMakeAccount(write, values) };
  },
  afterCreate: (write, row, values) => assignRoles(write, { id: row.id, user_id: row.user_id }, values.role_ids),
  async beforeUpdate(write, { before, values }) {
    const { name, role_ids, ...columns } = values;
    const admin = { id: before.id, user_id: before.user_id };
    await checkMayChange(write, before.role_ids);
    if (name !== undefined) await changeName(write, admin.user_id, name);
    if (role_ids) {
      await checkMayGive(write, role_ids);
      await assignRoles(write, admin, role_ids);
      await assertOneSuper(write.trx);
    }
    return columns;
  },
  beforeDelete: refuseDeletion,
  afterDelete: endRights,
  blockRestore: refuseRestore,
  afterRestore: notifyRestored,
  actions: {
    'update-status': updateStatus,
    'reset-second-factor': async (run) => {
      await checkMayChange(run, [...new Set(run.rows.flatMap((row) => row.role_ids))]);
      return resetSecondFactor(run);
    },
  },
});
