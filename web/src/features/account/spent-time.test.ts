import { expect, test } from 'vitest';
import account from '@kaike/shared/locales/zh-CN/account.json' with { type: 'json' };
import { createTranslator } from '@kaike/shared/kit/wording';
import { spentTime } from './spent-time.ts';

const t = createTranslator({ locale: 'zh-CN', catalogues: [account] });

test.each([[0, '0 分钟'], [1, '1 分钟'], [720, '12 分钟'], [3599, '1 小时 0 分钟'], [7_260, '2 小时 1 分钟']])('%i seconds are %s', (seconds, words) => {
  expect(spentTime(t, seconds)).toBe(words);
});
