import { sql } from 'kysely';
import * as agenciesApi from '@kaike/shared/contracts/agencies/agencies';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import type { ChangeOf, InputOf } from '@kaike/shared/kit/field';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import { route } from '../../../core/route.ts';
import { AppError, assert, checkAll } from '../../../core/app-error.ts';
import { defineBehaviour, type ColumnsOf, type RowOf, type Write } from '../../../kit/behaviour.ts';
import { makeLogin } from './agency-login.ts';
import { activateAgencies, endAgencies, freezeAgencies, unfreezeAgencies } from './terms/agency-status.ts';
import { changeUnlimited } from './terms/agency-terms.ts';
import { decreaseQuota, increaseQuota, recallQuota, topUpQuota, transferQuota } from './quota/agency-moves.ts';
import { moveAgency } from './move-agency.ts';
import { sendAgencyCode } from './handlers/send-agency-code.ts';
import { changeMobile } from './change-mobile.ts';
import { previewImpact } from './terms/impact.read.ts';
import { resetAgencyPassword } from './handlers/reset-agency-password.ts';
import { openAgency } from './handlers/open-agency.ts';
import { quotaLocks } from './quota/quota-locks.ts';
import { issueStatement } from './quota/handlers/issue-statement.ts';
import { getStatement } from './quota/handlers/get-statement.ts';
import { previewQuota } from './quota/preview-quota.ts';
import { recordLowQuota } from './quota/quota.ts';
import { getAgencyWeeks } from './handlers/get-agency-weeks.ts';

const refused = (field: string, rule: string): AppError =>
  new AppError('request.invalid', { failures: { [field]: [{ rule, params: [] }] } });

type Contract = { contract_start?: string | null; contract_end?: string | null };

function checkContract({ contract_start: start, contract_end: end }: Contract): void {
  if (start && end && end < start) throw refused('contract_end', 'before_start');
}

/** An agency may sell only what its parent may sell. */
async function checkProducts(
  { trx, call }: Write,
  productIds: readonly number[],
  parentId: number | null,
): Promise<void> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from products where id = any(${productIds}::bigint[]) and deleted_at is null`.execute(
    trx,
  );
  if (rows[0]?.count !== productIds.length) throw refused('product_ids', 'in');
  if (!call.actor.admin.agency) return;
  const above = await trx
    .selectFrom('agencies')
    .select('product_ids')
    .where('id', '=', parentId ?? call.actor.admin.agency.id)
    .executeTakeFirstOrThrow();
  const isWithin =
    above.product_ids.length === 0 ||
    (productIds.length > 0 && productIds.every((id) => above.product_ids.includes(id)));
  if (!isWithin) throw refused('product_ids', 'in');
}

async function prepareAgency(
  write: Write,
  values: InputOf<typeof agencies.fields>,
): Promise<ColumnsOf<typeof agencies>> {
  const { username, ...columns } = values;
  const own = write.call.actor.admin.agency;
  const parentId = columns.parent_id ?? own?.id ?? null;
  await checkAll(
    () => checkContract(columns),
    () => checkProducts(write, columns.product_ids, parentId),
  );
  const userId = await makeLogin(write, {
    username,
    name: columns.contact_name || columns.name,
    mobile_phone: columns.mobile_phone,
  });
  const today = dayOf(write.call.ctx.clock());
  const status = columns.contract_start && columns.contract_start > today ? agencyStatus.pending : agencyStatus.active;
  return { ...columns, parent_id: parentId, user_id: userId, status };
}

/** The tree changed, and with it what live agency sessions may see. */
const announceTree = ({ trx, call }: Write): Promise<void> => call.ctx.bus.publish(trx, 'roles');

async function checkUpdate(
  write: Write,
  { before, values }: { before: RowOf<typeof agencies>; values: ChangeOf<typeof agencies.fields> },
): Promise<ColumnsOf<typeof agencies>> {
  const own = write.call.actor.admin.agency;
  // An agency sets the terms of its descendants, never its own.
  assert(before.id !== own?.id, 'access.denied');
  const { product_ids } = values;
  await checkAll(
    () => checkContract({ ...before, ...values }),
    () => product_ids && checkProducts(write, product_ids, before.parent_id),
  );
  return values;
}

export const agenciesBehaviour = defineBehaviour(agencies, {
  read_from: 'agency_rows',
  /** The scope of an agency: itself and its descendants. */
  scope: ({ admin }) => (admin.agency ? sql<boolean>`r.lft between ${admin.agency.lft} and ${admin.agency.rgt}` : null),
  beforeCreate: prepareAgency,
  async afterCreate(write, { id }) {
    await recordLowQuota(write.trx, id, write.call.ctx.clock());
    await announceTree(write);
  },
  beforeUpdate: checkUpdate,
  async afterUpdate({ trx, call }, { after }) {
    await recordLowQuota(trx, after.id, call.ctx.clock());
    return undefined;
  },
  actions: {
    'top-up': topUpQuota,
    increase: increaseQuota,
    decrease: decreaseQuota,
    recall: recallQuota,
    'transfer-num': transferQuota,
    unlimited: changeUnlimited,
    move: moveAgency,
    'mobile-phone': changeMobile,
    activate: activateAgencies,
    freeze: freezeAgencies,
    unfreeze: unfreezeAgencies,
    end: endAgencies,
  },
  alsoLocks: quotaLocks,
  dryRunNotes: {
    freeze: previewImpact('freeze'),
    end: previewImpact('end'),
    'top-up': previewQuota(1),
    increase: previewQuota(1),
    decrease: previewQuota(-1),
    recall: previewQuota(-1),
    'transfer-num': previewQuota(-1),
  },
  routes: [
    route.admin(agenciesApi.openAgency, { permission: 'admin.agencies.create', status: 201, handler: openAgency }),
    route.admin(agenciesApi.resetAgencyPassword, {
      permission: 'admin.agencies.new-password',
      handler: resetAgencyPassword,
    }),
    route.admin(agenciesApi.sendAgencyCode, { permission: 'admin.agencies.mobile-phone', handler: sendAgencyCode }),
    route.admin(agenciesApi.getAgencyWeeks, { permission: 'admin.agencies.show', handler: getAgencyWeeks }),
    route.admin(agenciesApi.getStatement, { permission: 'admin.card-num-logs.list', handler: getStatement }),
    route.admin(agenciesApi.issueStatement, {
      permission: 'admin.card-num-logs.list',
      limit: { by: 'user', max: 200, seconds: 3600 },
      handler: issueStatement,
    }),
  ],
});
