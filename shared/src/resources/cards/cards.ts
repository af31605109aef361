import {
  cardActions,
  cardState,
  cardStateChoices,
  shownCardChoices,
  type CardAction,
  type ShownCardStatus,
} from '../../domain/cards/card-state.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const reason = field.reason();

/** Neither frozen nor expired. */
const redeemable: readonly ShownCardStatus[] = ['stock', 'issued', 'claimed', 'expiring'];

/** Button conditions from the state table: the states from which the back office may act, and whether the card can still be redeemed. */
function whenCard(action: CardAction, ...more: readonly Condition[]): readonly Condition[] {
  const { from, redeems } = cardActions[action];
  const states = [...new Set([...(from.administrator ?? []), ...(from.agency ?? [])])];
  return [{ field: 'state', in: states }, ...(redeems ? [{ field: 'shown_status', in: redeemable }] : []), ...more];
}

/** Cards are created by batches and never edited as rows; no field contains a secret. */
export const cards = defineResource({
  name: 'cards',
  table: 'cards',
  area: 'admin',
  menu: { root: 'trade', icon: 'credit-card', sort: 20 },
  only: ['list', 'show', 'export'],
  title: 'card_no',
  scope: 'own_agency',
  // A card is voided, never deleted.
  hard_delete: true,
  fields: {
    id: field.id(),
    card_no: field.text({ read_only: true }),
    secret_last4: field.text({ read_only: true }),
    /** Derived from state, freeze and time (domain/card-state). */
    shown_status: field.choice(shownCardChoices, { computed: true, read_only: true }),
    state: field.choice(cardStateChoices, { read_only: true, initial: cardState.stock }),
    batch_id: field.relation({ resource: 'card-batches', read_only: true }),
    product_id: field.relation({ resource: 'products', read_only: true }),
    theme_id: field.relation({ resource: 'card-themes', nullable: true, read_only: true }),
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    owner_member_id: field.relation({ resource: 'members', nullable: true, read_only: true }),
    redeem_end_at: field.date_time({ nullable: true, read_only: true, day_bound: 'end' }),
    issued_at: field.date_time({ nullable: true, read_only: true }),
    claimed_at: field.date_time({ nullable: true, read_only: true }),
    activated_at: field.date_time({ nullable: true, read_only: true }),
    activated_member_id: field.relation({ resource: 'members', nullable: true, read_only: true }),
    activation_ip: field.text({ nullable: true, read_only: true }),
    frozen_at: field.date_time({ nullable: true, read_only: true }),
    frozen_reason: field.text({ read_only: true }),
    /** Frozen by its owner, for instance because it was lost. */
    frozen_by_owner: field.boolean({ read_only: true, initial: false }),
    /** Its carton has not arrived, and its batch requires that. */
    awaits_receipt: field.boolean({ read_only: true, initial: false }),
    replaced_by: field.relation({ resource: 'cards', nullable: true, read_only: true }),
    remark: field.text({ read_only: true }),
    created_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'card_no',
      'secret_last4',
      'shown_status',
      'batch_id',
      'product_id',
      'agency_id',
      'owner_member_id',
      'issued_at',
      'activated_at',
      'redeem_end_at',
      'remark',
    ],
    filters: [
      'shown_status',
      'batch_id',
      'product_id',
      'theme_id',
      'agency_id',
      'secret_last4',
      'owner_member_id',
      'created_at',
      'issued_at',
      'activated_at',
      'redeem_end_at',
      'frozen_at',
      'state',
    ],
    exact: ['secret_last4'],
    search: ['card_no', 'secret_last4'],
    search_also: ['holder_mobile', 'order_no'],
    sort: ['id', 'created_at', 'issued_at', 'activated_at', 'redeem_end_at'],
    quick_edit: ['remark'],
    copy: ['card_no'],
    default_sort: '-id',
  },
  status: { field: 'shown_status', primary_when: { issue: ['stock'], unfreeze: ['frozen'] } },
  transfer: {
    export: [
      'id',
      'card_no',
      'secret_last4',
      'shown_status',
      'batch_id',
      'product_id',
      'theme_id',
      'agency_id',
      'owner_member_id',
      'issued_at',
      'claimed_at',
      'activated_at',
      'activated_member_id',
      'activation_ip',
      'redeem_end_at',
      'frozen_at',
      'frozen_reason',
      'frozen_by_owner',
      'awaits_receipt',
      'replaced_by',
      'remark',
      'created_at',
    ],
  },
  actions: {
    issue: { method: 'PUT', by_token: true, on: 'rows', when: whenCard('issue') },
    freeze: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      when: whenCard('freeze', { field: 'frozen_at', is_set: false }),
      fields: { reason },
    },
    unfreeze: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      when: whenCard('unfreeze', { field: 'frozen_at', is_set: true }),
      fields: { reason },
    },
    void: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      dry_run_on: [],
      danger: true,
      undo_action: null,
      when: whenCard('void'),
      fields: { reason },
    },
    /** Replaces it with a new card and secret; it keeps its owner, and no quota is charged. */
    replace: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      dry_run_on: [],
      danger: true,
      undo_action: null,
      when: whenCard('replace'),
      fields: { reason },
    },
    /** Within 7 days and with less than 20 % studied, which the server checks card by card. */
    reverse: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      dry_run_on: [],
      danger: true,
      undo_action: null,
      when: whenCard('reverse'),
      fields: { reason },
    },
    remark: { method: 'PUT', by_token: true, on: 'rows', fields: { remark: field.text({ rules: 'max:200' }) } },
  },
  /** Viewing the secret of one card. */
  permissions: ['reveal'],
});
