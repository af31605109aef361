import { expect, it } from 'vitest';
import { smsParts, smsTitle } from './sms-parts.ts';

it.each([
  [0, 0],
  [1, 1],
  [70, 1],
  [71, 2],
  [134, 2],
  [135, 3],
])('%d characters are %d messages', (length, parts) => {
  expect(smsParts('汉'.repeat(length))).toBe(parts);
});

it.each([
  ['停课通知', '停课通知'],
  [' 停课通知 ', '停课通知'],
  ['课'.repeat(30), '课'.repeat(30)],
  ['课'.repeat(31), `${'课'.repeat(29)}…`],
  ['😀'.repeat(40), `${'😀'.repeat(29)}…`],
])('the title %s is sent as %s', (title, sent) => {
  expect(smsTitle(title)).toBe(sent);
});
