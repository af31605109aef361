import { sql } from 'kysely';
import { budgetScope } from '@kaike/shared/domain/ai/ai-usage';
import { aiBudgets } from '@kaike/shared/resources/ai/ai-budgets';
import { spentOfBudget } from './spent.ts';
import { assert, checkAll } from '../../../core/app-error.ts';
import { defineBehaviour, type RowOf } from '../../../kit/behaviour.ts';

type Target = Pick<RowOf<typeof aiBudgets>, 'purpose' | 'provider' | 'agency_id' | 'member_id'>;
type Budget = Target & Pick<RowOf<typeof aiBudgets>, 'scope' | 'soft' | 'hard'>;

/** A budget names only what its scope says; the alarm comes before the limit. */
async function checkBudget({ scope, soft, hard, ...target }: Budget): Promise<Target> {
  await checkAll(
    () => assert(scope !== budgetScope.purpose || target.purpose, 'ai_budget.purpose', { field: 'purpose' }),
    () => assert(scope !== budgetScope.provider || target.provider, 'ai_budget.provider', { field: 'provider' }),
    () => assert(soft > 0 || hard > 0, 'ai_budget.empty', { field: 'hard' }),
    () => assert(hard === 0 || soft <= hard, 'ai_budget.order', { field: 'soft' }),
  );
  return {
    purpose: scope === budgetScope.purpose ? target.purpose : null,
    provider: scope === budgetScope.provider ? target.provider : null,
    agency_id: scope === budgetScope.agency ? target.agency_id : null,
    member_id: scope === budgetScope.member ? target.member_id : null,
  };
}

export const aiBudgetsBehaviour = defineBehaviour(aiBudgets, {
  computed: { spent: spentOfBudget(sql`now()`) },
  async beforeCreate(_write, values) {
    const whole = { purpose: null, provider: null, agency_id: null, member_id: null, ...values };
    return { ...values, ...(await checkBudget(whole)) };
  },
  async beforeUpdate(_write, { before, values }) {
    const whole = { ...before, ...values };
    // A changed budget may be passed anew.
    return { ...values, ...(await checkBudget(whole)), alarmed_on: null };
  },
});
