import { expect, it } from 'vitest';
import { configFields, configGroupNames, configGroups, idleConfigs, shownConfigGroups } from './configs.ts';

/** Groups whose settings are unused, except those listed. */
const idleGroups = {
  video: [],
  storage: ['upload_max_mb'],
  face: ['id_card_accounts', 'face_daily_limit'],
  ai: [],
  maps: [],
} as const;

it.each(Object.entries(idleGroups))('hides the unused settings of %s and shows the rest', (group, read) => {
  const keys = Object.keys(configGroups[group as keyof typeof idleGroups]);
  expect(keys.filter((key) => !idleConfigs.includes(key))).toEqual(read);
});

it('hides the settings of the unused captcha driver, and lists only existing settings', () => {
  expect(
    ['captcha_driver', 'geetest_id', 'geetest_key', 'geetest_fail_mode'].filter((key) => !idleConfigs.includes(key)),
  ).toEqual([]);
  expect(idleConfigs.filter((key) => configFields[key] === undefined)).toEqual([]);
});

it('shows exactly the groups with visible settings', () => {
  const empty = configGroupNames.filter((group) =>
    Object.keys(configGroups[group]).every((key) => idleConfigs.includes(key)),
  );
  expect(empty).toEqual(['video', 'ai', 'maps']);
  expect(configGroupNames.filter((group) => !shownConfigGroups.includes(group))).toEqual(empty);
});
