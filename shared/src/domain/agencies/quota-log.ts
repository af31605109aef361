import { choicesOf, type ValueIn } from '../status.ts';

/** Why an agency's quota changed (domain page, section 3). */
export const quotaType = {
  top_up: 1,
  increase: 2,
  decrease: 3,
  transfer_out: 4,
  transfer_in: 5,
  card_made: 6,
  void_return: 7,
  reversal_return: 8,
  recall_out: 9,
  recall_in: 10,
  correction: 11,
  member_opened: 12,
} as const;
export type QuotaType = ValueIn<typeof quotaType>;
export const quotaTypeChoices = choicesOf(quotaType, {
  card_made: 'info',
  member_opened: 'info',
  void_return: 'purple',
  reversal_return: 'purple',
  correction: 'warning',
});

/** Deductions limited by the daily cap. Transfers count, otherwise the cap could be bypassed. */
export const cappedTypes: readonly QuotaType[] = [quotaType.card_made, quotaType.member_opened, quotaType.transfer_out];
