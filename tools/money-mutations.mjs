const agencies = 'server/src/features/agencies';
const quotaTest = `${agencies}/quota.test.ts`;
const agenciesTest = `${agencies}/agencies.test.ts`;
const scopeTest = `${agencies}/agency-scope.test.ts`;
const cards = 'server/src/features/cards';
const cardsTest = `${cards}/cards.test.ts`;
const exitsTest = `${cards}/card-exits.test.ts`;
const useTest = `${cards}/redeem/use-card.test.ts`;
const walletTest = `${cards}/wallet/wallet.test.ts`;
const activate = `${cards}/redeem/activate-card.ts`;
const gift = `${cards}/wallet/accept-gift.ts`;
const batches = 'server/src/features/card-batches';
const approvalsTest = `${batches}/card-approvals.test.ts`;
const refunds = 'server/src/features/pay-orders/refund-order.ts';
const channelsTest = 'server/src/features/pay-orders/real-channels.test.ts';
const domain = 'shared/src/domain';

/**
 * Rules of money, each with what breaks it and the test that must notice: [rule, file, text, what stands there instead,
 * test file, a part of the test's name]. Where a rule is kept in two places, `also` breaks the second one with it.
 */
export const mutations = [
  ['skip the lock', `${agencies}/lock-agencies.ts`, 'order by id for no key update', 'order by id', quotaTest, 'never goes below zero'],
  ['skip the idempotency check', `${agencies}/quota.ts`, 'return rows.length > 0;', 'return false;', quotaTest, 'changes balance and ledger together'],
  ['wrong sign', `${agencies}/move-pair.ts`, 'type: out, delta: -amount', 'type: out, delta: amount', quotaTest, 'writes both sides in one transaction'],
  ['wrong sign of a batch', `${agencies}/card-quota.ts`, 'delta: -given.quantity', 'delta: given.quantity', quotaTest, 'takes once for a batch'],
  ['wrong sign of a void', `${agencies}/card-quota.ts`, 'delta: given.count', 'delta: -given.count', cardsTest, 'voiding gives quota back'],
  ['wrong sign of a reversal', `${agencies}/card-quota.ts`, 'delta: 1,', 'delta: -1,', exitsTest, 'ends the access, keeps what was studied'],
  ['skip the balance check', `${agencies}/quota.ts`, 'if (missing > 0 && agency.unlimited !== 1)', 'if (missing < 0)', quotaTest, 'never goes below zero'],
  ['skip the daily cap', `${agencies}/quota.ts`, 'taken - given.delta <= agency.daily_cap', 'true', quotaTest, 'obeys the daily cap'],
  ['skip the state check of an agency', `${agencies}/move-pair.ts`, "=== agencyStatus.active, 'agency.not_active'", "!== undefined, 'agency.not_active'", quotaTest, 'stops for frozen agencies'],
  ['let a frozen agency sell', `${agencies}/quota.ts`, 'assert(agency.status === agencyStatus.active', 'assert(agency.status !== undefined', `${batches}/card-batches.test.ts`, 'obeys the daily cap'],
  ['ledger without balance', `${agencies}/quota.ts`, 'set card_num = ${balance}', 'set card_num = card_num + 0 * ${balance}::int', quotaTest, 'changes balance and ledger together'],
  ['spend what is held', `${agencies}/quota.ts`, 'agency.card_num - agency.held_num', 'agency.card_num', agenciesTest, 'hold the quota while they wait'],
  ['answer an offer twice', `${agencies}/quota-transfers.ts`, 'transferOptions(offer, given.now).may_answer', 'offer', agenciesTest, 'transfers that are accepted or declined'],
  ['undo without end', `${agencies}/quota-transfers.ts`, 'transferOptions(offer, now).may_undo', 'offer', agenciesTest, 'transfers that are accepted or declined'],
  ['answer for somebody else', `${agencies}/quota-transfers.ts`, 'offer.to_agency_id === given.agency_id', 'true', agenciesTest, 'transfers that are accepted or declined'],
  ['see every agency', `${agencies}/agencies.resource.ts`, 'scope: ({ admin }) => (admin.agency ?', 'scope: ({ admin }) => (admin.agency?.id === -1 ?', scopeTest, 'changes nothing foreign'],
  ['skip the scope of rows', 'server/src/kit/scopes.ts', 'own_agency: ({ admin }) => (admin.agency ?', 'own_agency: ({ admin }) => (admin.agency?.id === -1 ?', scopeTest, 'changes nothing foreign'],
  ['name strangers in labels', 'server/src/kit/labels.ts', 'return own ?? sql', 'return sql', scopeTest, 'reads nothing foreign'],

  ['activate in any state', activate, 'and (c.state = ${cardState.issued} or (c.state = ${cardState.claimed} and c.owner_member_id = h.id))', '', useTest, '200 learners for one card'],
  ['activate what is somebody else’s', activate, '(c.state = ${cardState.claimed} and c.owner_member_id = h.id)', 'c.state = ${cardState.claimed}', useTest, 'keeps a claimed card for its owner', { also: [`${cards}/redeem/refuse-card.ts`, 'const isOwner = card.state === cardState.claimed && card.owner_member_id === memberId;', 'const isOwner = card.state === cardState.claimed;'] }],
  ['activate without reading the state', activate, "refuseCard(call, card, 'activate');", '', useTest, 'names what is wrong with a card'],
  ['activate without the lock of the learner', activate, 'and access_version = ${given.access_version} for update', '', useTest, 'several cards of one product at once'],
  ['forget the request of an activation', activate, 'card.activation_request_id === requestId', 'requestId === null', useTest, '50 retries of one request'],
  ['grant other than was shown', activate, "assert(!input.shown || input.shown === markShown(call, { card, grant }), 'card.changed');", '', useTest, 'refuses a grant other than'],
  ['activate before the carton is in', activate, "refuseCard(call, card, 'activate');", '', `${batches}/cartons.test.ts`, 'opens carton by carton', { also: [activate, ' and not c.awaits_receipt', ''] }],
  ['skip the state check of a card', `${cards}/card-work.ts`, 'if (reason) sorted.failed', 'if (reason === undefined) sorted.failed', cardsTest, 'the states allow it'],
  ['give back nothing for a void', `${cards}/card-actions.ts`, 'for (const row of paid.rows)', 'for (const row of paid.rows.slice(1))', cardsTest, 'voiding gives quota back'],
  ['give back nothing for a reversal', `${cards}/reverse-cards.ts`, 'of paid.rows)', 'of paid.rows.slice(1))', exitsTest, 'ends the access, keeps what was studied'],
  ['leave the access of a reversed card', `${cards}/reverse-cards.ts`, 'set revoked_at = ${now},', 'set revoked_at = null,', exitsTest, 'ends the access, keeps what was studied'],
  ['reverse after the cooling window', `${domain}/card-state.ts`, '> reversalDays * dayMs', '> 99 * reversalDays * dayMs', exitsTest, 'is refused'],
  ['reverse what was studied', `${domain}/card-state.ts`, '< reversalStudiedPercent', '< 10 * reversalStudiedPercent', exitsTest, 'is refused'],
  ['leave the replaced card good', `${cards}/replace-cards.ts`, 'set state = ${cardState.replaced}, replaced_by', 'set replaced_by', exitsTest, 'leaves one good card'],
  ['accept a gift twice', gift, ' and owner_member_id = ${gift.giver_member_id}', '', walletTest, 'twenty people at once', { also: [gift, ' and accepted_at is null and revoked_at is null', ''] }],
  ['accept a gift after its time', `${domain}/card-gift.ts`, '&& gift.expires_at.getTime() > now.getTime()', '', walletTest, 'ends after 24 hours', { also: [gift, ' and expires_at > ${now}', ''] }],
  ['skip the approval threshold', `${domain}/card-approval.ts`, 'limit > 0 && count > limit', 'limit < 0 && count > limit', approvalsTest, 'more cards than the limit are refused'],
  ['approve one’s own request', `${domain}/card-approval.ts`, "isOwn ? 'self' : null", 'null', approvalsTest, 'another person lets it happen'],
  ['forget what was done alone before', `${cards}/check-approval.ts`, 'if (needsApproval(total, limit))', 'if (needsApproval(0 * total, limit))', `${cards}/solo-limit.test.ts`, 'counts one card at a time'],
  ['use an approval twice', `${batches}/pass-approval.ts`, 'set state = ${approvalState.done}, done_at', 'set done_at', approvalsTest, 'secrets go out once'],

  ['decline a refund on its way', refunds, 'last.status !== refundStatus.failed', 'last.status < 0', channelsTest, 'goes back to where it was before the first try'],
  ['leave a declined order at its refund', refunds, 'one.order_status !== orderStatus.refunding', 'one.order_status > 0', channelsTest, 'goes back to where it was before the first try'],
  ['keep the access when the money came back late', refunds, 'const open = await reopen(trx, order, now);', 'const open = order.status === orderStatus.refunding ? order : null;', channelsTest, 'takes the access and is counted once'],
];
