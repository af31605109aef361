import { expect, it } from 'vitest';
import { nearestText } from './nearest-text.ts';

it.each([
  ['滨江学校', ['杭州西湖教育', '杭州滨江学堂'], '杭州滨江学堂'],
  ['自然拼读', ['自然拼读启蒙', '自然课'], '自然拼读启蒙'],
  ['男性', ['男', '女'], '男'],
  ['西湖学校', ['北京朝阳教育', '杭州西湖教育'], '杭州西湖教育'],
  ['王老师', ['李雷', '张明'], null],
  ['Chemistry', ['Programs', 'Phonics'], null],
  ['五 年级', ['四年级', '五年级'], '五年级'],
  ['Busines English', ['Business English', 'English'], 'Business English'],
  ['', ['甲'], null],
])('nearestText %s', (text, candidates, nearest) => {
  expect(nearestText(text, candidates)).toBe(nearest);
});
