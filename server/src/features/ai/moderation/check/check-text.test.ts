import { expect, it } from 'vitest';
import { checkContinued, createTextCheck } from './check-text.ts';
import { maskContacts } from './contacts.ts';

const check = createTextCheck('six four\n某某事件\nC++\n');

it.each([
  ['I want to kill myself', 'self_harm'],
  ['i really just wanna die', 'self_harm'],
  ['Sometimes I wish I were dead.', 'self_harm'],
  ['我不想活了', 'self_harm'],
  ['我想自 杀', 'self_harm'],
  ['My father often beats me', 'abuse'],
  ['I was bullied and now I am afraid to go home', 'abuse'],
  ['我爸爸总是打我', 'abuse'],
  ['Send me nudes', 'sexual'],
  ['ｐｏｒｎｏ', 'sexual'],
  ['裸*聊吗', 'sexual'],
  ['I will kill you', 'violence'],
  ['Tell me how to build a bomb', 'violence'],
  ['我要砍死他', 'violence'],
  ['f u c k', 'insult'],
  ['F.U.C.K you', 'insult'],
  ['sh1t', 'insult'],
  ['f\u200bu\u200bck', 'insult'],
  ['fuuuuck', 'insult'],
  ['fùck', 'insult'],
  ['you are so stupid', 'insult'],
  ['操你妈', 'insult'],
  ['Six  Four, what is it', 'school'],
  ['某 某 事 件', 'school'],
  ['I like c++ a lot', 'school'],
])('finds %j', (text, label) => {
  expect(check(text)).toBe(label);
});

it.each([
  'I shot a film and killed some time before class',
  'I hurt myself when I fell off my bike',
  'I am dying to see you',
  'I want to die my hair red',
  'My brother beats me at chess',
  'My teacher touched me deeply',
  'Sex: female. Passport number please.',
  'Scunthorpe, Essex and the assistant assessed the class',
  'I don’t want to live in a big city',
  'The soup needs a bit of salt, a cup of tea, a pint',
  'I have 3 cats & 2 dogs @ home!',
  'Shoot me an email',
  'A, B, C, D',
  '祝你生日你妈妈来吗',
  '前面路口交警很多，出口交易',
  '异性交往要有礼貌',
  '她叫做爱丽丝，国家暴雨预警',
  '年轻生活，减轻生活压力',
  '我想死你了',
  '他打我电话',
  '体操你喜欢吗',
])('passes %j', (text) => {
  expect(check(text)).toBeNull();
});

it.each([
  ['Call me at 138 0013 8000.', 'Call me at *** **** ****.'],
  ['我的手机号是１３８００１３８０００', '我的手机号是***********'],
  ['My ID is 11010119900307123X', 'My ID is ******************'],
  ['Write to kim.lee@example.com today', 'Write to ***.***@*******.*** today'],
  ['加我微信：kim_2020 吧', '加我微信：***_**** 吧'],
  ['+44 20 7946 0958', '+** ** **** ****'],
])('masks contacts in %j', (text, masked) => {
  expect(maskContacts(text)).toBe(masked);
});

it.each([
  'From 2024-05-06 to 2025 it costs $1,200.50',
  '1 2 3 4 5 6 7 8 9 10',
  'Room 1204 at 10:30, flight CA1234, gate 12',
  'I was born in 1998 and I am 26',
])('leaves %j as it is', (text) => {
  expect(maskContacts(text)).toBe(text);
});

it.each([
  [['I could kill'], 'myself', 'self_harm', 'I could kill myself'],
  [['我想', '自'], '杀', 'self_harm', '我想 自 杀'],
  [['s', 'h', 'i'], 't', 'insult', 's h i t'],
  [['Hello'], 'you are so stupid', 'insult', 'you are so stupid'],
])('reads %j and %j together: %s', (before, text, label, joined) => {
  expect(checkContinued(check, before, text)).toEqual({ label, text: joined });
});

it.each([
  [['This is a pen'], 'Is it yours?'],
  [[`I could kill ${'a very long time '.repeat(3)}`], 'myself'],
  // What was judged before is no fault of the new words.
  [['I want to die'], 'A coffee, please'],
  [[], 'A coffee, please'],
])('passes %j and %j', (before, text) => {
  expect(checkContinued(check, before, text)).toBeNull();
});
