export type RuleCase = {
  readonly rules: string | readonly string[];
  readonly values?: Record<string, unknown>;
  readonly type?: 'number' | 'string';
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
};

const file = (name: string, type: string, size: number, width?: number, height?: number): object => ({
  name,
  type,
  size,
  ...(width === undefined ? {} : { width }),
  ...(height === undefined ? {} : { height }),
});

const presence: readonly RuleCase[] = [
  {
    rules: 'required',
    accepted: ['a', '0', 1, -1, false, true, [0], { a: undefined }, new Date(0)],
    refused: [undefined, null, '', '  ', '\u3000', [], {}, 0, Number.NaN],
  },
  { rules: 'choose', accepted: [1], refused: [null, []] },
  { rules: 'upload', accepted: ['/f/a.png'], refused: ['', null] },
  { rules: 'required:zero', accepted: [0, 'a', '0'], refused: [undefined, null, '', [], {}] },
  { rules: 'required', type: 'number', accepted: [0, 5], refused: [null, ''] },
  { rules: 'required_if:kind,card,order', values: { kind: 'card' }, accepted: ['a', [1]], refused: ['', null, [], {}] },
  { rules: 'required_if:kind,card', values: { kind: 'gift' }, accepted: ['', null, 'a'], refused: [] },
  { rules: 'required_if:kind,2', values: { kind: 2 }, accepted: ['a'], refused: [''] },
  { rules: 'required_if:kind', values: { kind: 'x' }, accepted: ['a'], refused: [''] },
  { rules: 'required_if:kind', values: {}, accepted: ['a', ''], refused: [] },
  {
    rules: 'required_with:username',
    values: { username: 'zhangsan' },
    accepted: ['a', 1],
    refused: ['', null, undefined, '  ', []],
  },
  { rules: 'required_with:username', values: { username: '' }, accepted: ['', undefined, 'a'], refused: [] },
  { rules: 'required_without_all:email,code', values: { email: '' }, accepted: ['a'], refused: ['', undefined, []] },
  { rules: 'required_without_all:email,code', values: { code: 'x' }, accepted: ['', undefined, 'a'], refused: [] },
  { rules: 'required_without:mobile_phone', values: {}, accepted: ['a'], refused: ['', undefined, {}] },
  {
    rules: 'required_without:mobile_phone',
    values: { mobile_phone: '13800138000' },
    accepted: ['', undefined, 'a'],
    refused: [],
  },
  {
    rules: 'agree',
    accepted: [true, 1, '1', 'yes', 'on', 'true'],
    refused: [false, 0, '0', 'no', '', null, undefined, [true]],
  },
];

const text: readonly RuleCase[] = [
  { rules: 'string', accepted: ['a', '1'], refused: [1, true, {}, ['a', 1]] },
  {
    rules: 'alpha',
    accepted: ['abc', 'ABC', ['a', 'b']],
    refused: ['a1', 'a b', '中文', 'é', 'abc\n', ['a', '1'], {}, true],
  },
  { rules: 'alpha_dash', accepted: ['a-b_1'], refused: ['a b', 'a.b', '中'] },
  { rules: 'alpha_num', accepted: ['a1', 12], refused: ['a-1', 'a 1', '１'] },
  { rules: 'alpha_spaces', accepted: ['a b', 'Ab'], refused: ['a1', 'a-b'] },
  { rules: 'alpha_num_comma_symbol', accepted: ['a-1', 'A', '2024-X'], refused: ['a,b', 'a_b', 'a b', '中-1'] },
  { rules: 'max:3', accepted: ['', 'abc', '一二三', '😀😀😀', 2, 3], refused: ['abcd', '一二三四', '😀😀😀😀', 4] },
  { rules: 'max:3', type: 'string', accepted: [999, '999'], refused: [1000, '1000'] },
  { rules: 'max:3', type: 'number', accepted: [3, '3', -9], refused: ['4', 4, 'abc', 3.1] },
  { rules: 'min:2', accepted: ['ab', '一二', '', ['ab', 'abc']], refused: ['a', '😀', 1, ['ab', 'a']] },
  { rules: 'length:2', accepted: ['ab', '一二', '😀😀', [1, 2], 12], refused: ['a', 'abc', [1], {}] },
  { rules: ['regex:^a|b$'], accepted: ['ax', 'xb'], refused: ['xa', 'bx'] },
  { rules: ['regex:^[a-c]{1,2}$'], accepted: ['a', 'ab'], refused: ['abc', 'd'] },
  { rules: 'regex:/^ab$/i', accepted: ['AB', 'ab'], refused: ['abc'] },
  {
    rules: 'user_name',
    accepted: ['ab', 'A1', 'a_', 'zhang_san99', ''],
    refused: ['a', '1a', '12', '_ab', 'a-b', '张三', 'a b', 'a'.repeat(51)],
  },
  { rules: 'user_name:4,6', accepted: ['abcd', 'abcdef'], refused: ['abc', 'abcdefg'] },
  {
    rules: 'password',
    accepted: ['abcdefg1', 'A1!@#$%^', '密码密码密码a1', 'pass word 1'],
    refused: ['abcdef1', 'abcdefgh', '12345678', 'a1'.repeat(37)],
  },
  { rules: 'json', accepted: ['{}', '[1]', '1', 'null', { a: 1 }], refused: ['{', 'a', "{'a':1}", true] },
];

const numbers: readonly RuleCase[] = [
  { rules: 'integer', accepted: [1, '1', '-12', 0, '007'], refused: [1.5, '1.5', 'a', '1e3', ' 1', Infinity, true] },
  { rules: 'numeric', accepted: ['0123', 12, '9'], refused: ['-1', '1.5', 'a', '１２', '1 2'] },
  {
    rules: 'double',
    accepted: ['1', '1.5', '-0.25', 3, 2.75],
    refused: ['1.', '.5', 'a', '1,5', '1e3', Number.POSITIVE_INFINITY],
  },
  { rules: 'double:2', accepted: ['1.25', 1.5, '-3', '2.5'], refused: ['1.255', 0.001] },
  { rules: 'between:1,10', accepted: [1, 10, '5', '5.5'], refused: [0, 11, 'a', [5, 11]] },
  { rules: 'digits:4', accepted: ['0042', 1234], refused: ['123', '12345', '12a4', '-123', '1.23'] },
  { rules: 'digits_between:4,6', accepted: ['1234', '123456', 12345], refused: ['123', '1234567', '12.45', 'abcd'] },
  { rules: 'max_value:5', accepted: [5, '5', -1, '4.9'], refused: [5.1, '6', 'a', {}] },
  { rules: 'min_value:-2', accepted: [-2, '-2', 0], refused: [-3, '-2.1', 'a', false] },
];

const choices: readonly RuleCase[] = [
  { rules: 'accepted', accepted: ['yes', 1, '1', 'no', true], refused: [false, 0, '0', 'true', 'YES', 2] },
  {
    rules: 'boolean',
    accepted: [true, false, 0, 1, '0', '1', 'true', 'false'],
    refused: [2, 'yes', 'TRUE', [true], {}],
  },
  { rules: 'array', accepted: [[1], ['a', 'b'], []], refused: ['a', { length: 1 }, 1, {}] },
  { rules: 'array_length:1,2', accepted: [[1], [1, 2]], refused: [[1, 2, 3], 'a', { length: 1 }] },
  {
    rules: 'in:a,b,3',
    accepted: ['a', 'b', 3, '3', ['a', 'b']],
    refused: ['c', 'A', ['a', 'c'], {}, 'a,b', 'constructor'],
  },
  {
    rules: 'confirmed:password',
    values: { password: 'secret1' },
    accepted: ['secret1'],
    refused: ['secret2', 'Secret1'],
  },
  {
    rules: 'date',
    accepted: ['2024-02-29', '2024-01-31 23:59:59', '2024-01-31T08:00:00.000Z', '2024-01-31T08:00+08:00', new Date(0)],
    refused: [
      '2023-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-04-31',
      '2024-1-1',
      '2024/01/01',
      '2024-01-01 25:00',
      '2024-01-01 ',
      20240101,
      new Date(Number.NaN),
    ],
  },
];

const network: readonly RuleCase[] = [
  {
    rules: 'email',
    accepted: ['a@b.co', 'first.last+tag@sub.example.com', "o'neil@example.org", '123@qq.com'],
    refused: [
      'a',
      'a@',
      '@b.co',
      'a@b',
      'a b@c.de',
      '.a@b.co',
      'a.@b.co',
      'a..b@c.de',
      'a@b..co',
      'a@-b.co',
      '张@例子.中国',
      `${'a'.repeat(65)}@b.co`,
      'a@b@c.de',
      'a@b.co\n',
    ],
  },
  {
    rules: 'mailbox',
    accepted: ['a@b.co', '开课 <noreply@example.com>', '<a@b.co>'],
    refused: [
      'not an address',
      '开课',
      '开课 <noreply>',
      'a@b.co <',
      '开课 <a@b.co> x',
      'a <a@b.co> <c@d.co>',
      'a\r\n<a@b.co>',
    ],
  },
  {
    rules: 'url',
    accepted: [
      'http://a.cn',
      'https://www.example.com/路径?q=1#x',
      'https://example.com:8443',
      'http://127.0.0.1:8080/',
      'http://localhost:5173/x',
      'https://[::1]/',
      'HTTPS://A.CN?x',
    ],
    refused: [
      'a.cn',
      '//a.cn',
      'ftp://a.cn',
      'javascript:alert(1)',
      'http://',
      'http://a',
      'http://a.cn:0',
      'http://a.cn:70000',
      'http://a b.cn',
      'http://user@a.cn',
      'http://a.cn/<b>',
      'http://[::1',
      'http://a.cn/ x',
    ],
  },
  {
    rules: 'domain',
    accepted: ['a.b', 'example.com', 'a-b.example.cn', 'xn--fiqs8s.cn', `${'a'.repeat(63)}.cn`, '163.com'],
    refused: [
      'ab',
      'a',
      'a..b',
      '.a.b',
      'a.b.',
      '-a.cn',
      'a-.cn',
      `${'a'.repeat(64)}.cn`,
      `${'a.'.repeat(127)}bcd`,
      'a_b.cn',
      '1.2.3.4',
      'a b.cn',
      '例子.中国',
    ],
  },
  { rules: 'ip', accepted: ['1.2.3.4', '::1'], refused: ['1.2.3', '1.2.3.256', 'a'] },
  {
    rules: 'ipv4',
    accepted: ['0.0.0.0', '255.255.255.255', '10.0.0.1'],
    refused: ['256.1.1.1', '1.2.3.4.5', '01.2.3.4', '1.2.3.-4', '::1', '1.2.3.4 '],
  },
  {
    rules: 'ipv6',
    accepted: [
      '::',
      '::1',
      '1::',
      'fe80::1',
      '2001:db8:0:0:0:0:2:1',
      '1:2:3:4:5:6:7::',
      '::ffff:1.2.3.4',
      '1:2:3:4:5:6:1.2.3.4',
      'ABCD::1',
    ],
    refused: [
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
      'g::1',
      '1.2.3.4::',
      '1.2.3.4',
      '::1%eth0',
      '1:2:3:4:5:6:7:8::',
      ':1:2:3:4:5:6:7:8',
    ],
  },
];

const files: readonly RuleCase[] = [
  {
    rules: 'dimensions:200,100',
    accepted: [file('a.png', 'image/png', 1, 200, 100)],
    refused: [file('a.png', 'image/png', 1, 100, 200), file('a.png', 'image/png', 1), 'a.png', {}],
  },
  {
    rules: 'size:2',
    accepted: [file('a', '', 2048), file('a', '', 0)],
    refused: [file('a', '', 2049), file('a', '', -1), 2, 'a', { size: 1 }, [file('a', '', 1), file('b', '', 4096)]],
  },
  {
    rules: 'ext:xlsx,csv',
    accepted: [file('成绩.XLSX', '', 1), file('a.b.csv', '', 1)],
    refused: [file('a.xls', '', 1), file('xlsx', '', 1), file('a.xlsx.exe', '', 1), 'a.xlsx'],
  },
  {
    rules: 'image',
    accepted: ['jpg', 'svg', 'jpeg', 'png', 'bmp', 'gif', 'webp', 'PNG'].map((ext) => file(`a.${ext}`, 'image/x', 1)),
    refused: [file('a.tiff', 'image/tiff', 1), file('a.png', 'text/html', 1), file('png', 'image/png', 1), 'a.png'],
  },
  {
    rules: 'mimes:image/*,application/pdf',
    accepted: [file('a', 'image/png', 1), file('a', 'Application/PDF', 1)],
    refused: [file('a', 'imagex/png', 1), file('a', 'text/plain', 1), file('a', '', 1), 'image/png'],
  },
];

const china: readonly RuleCase[] = [
  {
    rules: 'mobile',
    accepted: ['13800138000', '19912345678', 13800138000],
    refused: [
      '12800138000',
      '1380013800',
      '138001380000',
      '+8613800138000',
      '１３８００１３８０００',
      '138 0013 8000',
      'a3800138000',
    ],
  },
  {
    rules: 'mobile_code',
    accepted: ['000000', '123456', 123456],
    refused: ['12345', '1234567', '12345a', '１２３４５６'],
  },
  {
    rules: 'fix_phone',
    accepted: ['010-62345678', '0571 88888888', '07551234567', '62345678', '6234567', '021-62345678-801'],
    refused: ['13800138000', '010-1234567', '10-62345678', '010-6234567a', '010--62345678', '123'],
  },
  {
    rules: 'phone',
    accepted: [
      '400-800-1234',
      '010-62345678',
      '0571 88888888',
      '13800138000',
      '+86 10 6234 5678',
      '(010) 62345678 转 801',
      '95588',
      '021-62345678-801',
    ],
    refused: ['abc', '1234', '400-800', '微信：school', '62345678 abc', '-62345678', '1'.repeat(31)],
  },
  {
    rules: 'id_card',
    accepted: [
      '11010519491231002X',
      '11010519491231002x',
      '440308199901101512',
      '810000198001010014',
      '911111199001010018',
      '110105202402290011',
      '110105491231002',
    ],
    refused: [
      '110105194912310021',
      '11010519491331002X',
      '11010519490230002X',
      '010105194912310026',
      '110105189912310015',
      '110105209912310010',
      '110105491331002',
      '110105190229001',
      '11010549123100',
      '1101051949123100２X',
      '99999999999999999',
      'abc',
    ],
  },
  {
    rules: 'name',
    accepted: [
      '张三',
      '李',
      '欧阳娜娜',
      '阿卜杜拉·买买提',
      '𠮷野家',
      'John Smith',
      "Seán O'Neil",
      'Anne-Marie',
      'Müller',
      'Ali·Hasan',
    ],
    refused: ['阿卜杜拉•买买提', '张3', '张三 李四', '·张三', 'J', 'J0hn', '张John', ' John', '王'.repeat(31), '<b>'],
  },
  {
    rules: 'addr',
    accepted: ['北京市海淀区中关村大街1号A座201室', '上海市浦东新区（张江）#5-2'],
    refused: ['Main Street 1', '北京', '北京市<script>', '海'.repeat(201)],
  },
  {
    rules: 'english_addr',
    accepted: ['No. 1, Zhongguancun St., Haidian', 'Apt #5-2 (B), 10/F'],
    refused: ['北京市海淀区', '12345', 'abc', 'a'.repeat(201), 'Street <1>'],
  },
];

/** Values every rule accepts and refuses; used by the tests of this folder and by a test in a real browser. */
export const ruleTable: readonly RuleCase[] = [
  ...presence,
  ...text,
  ...numbers,
  ...choices,
  ...network,
  ...files,
  ...china,
];
