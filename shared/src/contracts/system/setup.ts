import { contract } from '../../kit/contract.ts';
import { s } from '../../kit/schema.ts';

const demoState = s.object({
  state: s.literal('none', 'running', 'ready'),
  /** Whether the school has no courses and no members yet. */
  is_empty: s.boolean(),
  /** Whether the school is open to newcomers, but neither SMS nor mail brings them a code. */
  is_registration_shut: s.boolean(),
  step: s.string(),
  /** Password of learner_1 … and the agencies. */
  password: s.nullable(s.string()),
});

export const getDemo = contract({ method: 'GET', path: '/admin/setup/demo', response: demoState });
export const createDemo = contract({ method: 'POST', path: '/admin/setup/demo', response: demoState });
