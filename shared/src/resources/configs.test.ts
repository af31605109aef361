import { expect, it } from 'vitest';
import { idleConfigs, shownConfigGroups } from './configs.ts';

it('shows the limits of real names, which are read, and no group without a setting', () => {
  expect(idleConfigs).not.toContain('id_card_accounts');
  expect(idleConfigs).not.toContain('face_daily_limit');
  expect(shownConfigGroups).toContain('face');
  expect(shownConfigGroups).not.toContain('maps');
});
