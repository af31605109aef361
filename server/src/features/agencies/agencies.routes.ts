import * as agencies from '@kaike/shared/contracts/agencies';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { transferState } from '@kaike/shared/domain/agencies/quota-transfer';
import { mayDo } from '../../core/actor.ts';
import { assert } from '../../core/app-error.ts';
import { once } from '../../core/once.ts';
import { route } from '../../core/route.ts';
import type { AdminCall, AdminCallOf, ById } from '../../core/call.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import type { Feature } from '../feature.ts';
import { findOwn, readHome } from './agency-home.read.ts';
import { mountShortLink } from './short-link.ts';
import { checkStatement } from './quota/issue-statement.ts';
import { answerOffer, offerQuota, undoOffer } from './quota/quota-transfers.ts';
import { readTransfers } from './quota/transfers.read.ts';

const permission = { list: 'admin.agency-home.list', transfer: 'admin.agency-home.transfer' };
const stranger = { by: 'ip', max: 30, seconds: 60 } as const;
const byOf = (call: AdminCall) => ({
  operator_id: call.actor.user_id,
  now: call.ctx.clock(),
  secrets: call.ctx.secrets,
});

/** The agency with that code: an ancestor or descendant of the caller; any other requires the permission for sideways transfers. */
async function findReceiver(call: AdminCall, code: string): Promise<number> {
  const own = await findOwn(call);
  const receiver = await call.ctx.db
    .selectFrom('agencies')
    .select(['id', 'lft', 'rgt', 'status'])
    .where((eb) => eb(eb.fn('lower', ['code']), '=', code.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const isInLine =
    receiver !== undefined &&
    ((own.lft <= receiver.lft && receiver.rgt <= own.rgt) || (receiver.lft < own.lft && own.rgt < receiver.rgt));
  // Any other agency gives the same error as an unknown code.
  assert(receiver && (isInLine || mayDo(call.actor, 'admin.agencies.transfer-sideways')), 'auth.agency_unknown', {
    field: 'to_code',
  });
  assert(receiver.status === agencyStatus.active, 'agency.not_active', { field: 'to_code' });
  return receiver.id;
}

async function offer(call: AdminCallOf<typeof agencies.offerTransfer>) {
  const own = await findOwn(call);
  const to = await findReceiver(call, call.body.to_code);
  return once(call, 'agency-home.offer', async (trx) => {
    const id = await offerQuota(trx, {
      ...byOf(call),
      from: own.id,
      to,
      amount: call.body.amount,
      remark: call.body.remark ?? '',
    });
    await writeLog(trx, call, {
      resource: 'agency-home',
      action: 'offer',
      record_id: id,
      record_title: own.name,
      after: { to, amount: call.body.amount },
    });
    return { id };
  });
}

async function answer(call: AdminCallOf<typeof agencies.answerTransfer>) {
  const own = await findOwn(call);
  const { accept } = call.body;
  return once(call, `agency-home.answer.${call.params.id}`, async (trx) => {
    await answerOffer(trx, { ...byOf(call), id: call.params.id, agency_id: own.id, accept });
    await writeLog(trx, call, {
      resource: 'agency-home',
      action: accept ? 'accept' : 'decline',
      record_id: call.params.id,
      record_title: own.name,
    });
    return { state: accept ? transferState.accepted : transferState.declined };
  });
}

async function undo(call: AdminCall & ById) {
  const own = await findOwn(call);
  return once(call, `agency-home.undo.${call.params.id}`, async (trx) => {
    const before = await undoOffer(trx, { ...byOf(call), id: call.params.id, agency_id: own.id });
    await writeLog(trx, call, {
      resource: 'agency-home',
      action: 'undo',
      record_id: before.id,
      record_title: own.name,
    });
    return { state: before.state === transferState.waiting ? transferState.withdrawn : transferState.taken_back };
  });
}

/** What an agency can do on its own home page. */
export const agenciesFeature: Feature = {
  routes: [
    route.open(agencies.checkStatement, { limit: stranger, ignores_ended_session: true, handler: checkStatement }),
    route.admin(agencies.getAgencyHome, { permission: permission.list, handler: readHome }),
    route.admin(agencies.listTransfers, {
      permission: permission.list,
      handler: async (call) => readTransfers(call, (await findOwn(call)).id),
    }),
    route.admin(agencies.offerTransfer, { permission: permission.transfer, by_token: true, handler: offer }),
    route.admin(agencies.answerTransfer, { permission: permission.transfer, by_token: true, handler: answer }),
    route.admin(agencies.undoTransfer, { permission: permission.transfer, by_token: true, handler: undo }),
  ],
  mount: mountShortLink,
};
