import { expect, test } from 'vitest';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { fieldLabel } from '../http/error-answer.ts';
import { translatorOf } from './wording.ts';

test('Traditional Chinese falls back to Simplified Chinese before English', () => {
  const t = translatorOf('zh-TW');
  expect(failureMessage(t, { rule: 'required', params: [] }, fieldLabel(t, 'password', ''))).toBe('請填寫密碼');
  expect(t('resources.teachers.name')).toBe(translatorOf('zh-CN')('resources.teachers.name'));
  expect(translatorOf('zh-CN')('no.such.words')).toBe('no.such.words');
});
