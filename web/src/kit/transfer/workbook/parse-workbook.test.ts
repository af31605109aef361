import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { parseWorkbook } from './parse-workbook.ts';
import { maximumRows, WorkbookError, type Worksheet } from './workbook.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`;
const relations = (list: string): string =>
  xml(`<Relationships xmlns="${packages}/relationships">${list}</Relationships>`);

type Part = { rows: string; after?: string; state?: string };
type Options = { slash?: string; password?: string };

/** Formats of cells by their style: 1 day, 2 day of the country, 3 Chinese day, 4 zeros, 5 thousands, 6 scientific, 7 time. */
const formats = [
  'yyyy\\-mm\\-dd',
  'm/d/yy',
  'yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;',
  '000000',
  '#,##0.00',
  '0.00E+00',
  'h:mm',
];
const styles = xml(
  `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
    .map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`)
    .join('')}</numFmts><cellXfs count="${formats.length + 1}"><xf numFmtId="0"/>${formats
    .map((_code, index) => `<xf numFmtId="${170 + index}" applyNumberFormat="1"/>`)
    .join('')}</cellXfs></styleSheet>`,
);

async function fileOf(
  sheets: Record<string, Part>,
  { slash = '/', password }: Options = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = Object.entries(sheets);
  const files: Record<string, string> = {
    '[Content_Types].xml': xml(`<Types xmlns="${packages}/content-types"/>`),
    '_rels/.rels': relations(`<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${parts
        .map(
          ([name, { state }], index) =>
            `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"${state ? ` state="${state}"` : ''}/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(
      `${parts
        .map(
          (_, index) =>
            `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
        )
        .join('')}<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/>`,
    ),
    'xl/styles.xml': styles,
    'xl/media/image1.png': 'a picture',
    ...Object.fromEntries(
      parts.map(([, { rows, after = '' }], index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        xml(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`),
      ]),
    ),
  };
  const zip = new ZipWriter(new Uint8ArrayWriter(), password ? { password } : {});
  for (const [name, text] of Object.entries(files)) await zip.add(name.replaceAll('/', slash), new TextReader(text));
  return zip.close();
}

const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (line: number, cells: string, attributes = ''): string => `<row r="${line}"${attributes}>${cells}</row>`;
const heads = row(1, text('A1', '手机号') + text('B1', '姓名'));
const person = (line: number, attributes = ''): string =>
  row(line, text(`A${line}`, `1390000${String(line).padStart(4, '0')}`) + text(`B${line}`, '王明'), attributes);

async function readOne(part: Part, options?: Options): Promise<Worksheet> {
  const [sheet] = await parseWorkbook(await fileOf({ 学员: part }, options));
  if (!sheet) throw new Error('no sheet');
  return sheet;
}
const problemOf = (bytes: Uint8Array<ArrayBuffer>): Promise<unknown> =>
  parseWorkbook(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof WorkbookError ? error.problem : error),
  );
const bytesOf = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);

test('the size of a sheet is what is filled: styled cells down to the last row and column do not count', async () => {
  const styled = Array.from({ length: 60_000 }, (_, index) =>
    row(index + 4, `<c r="A${index + 4}" s="1"/><c r="B${index + 4}" s="1"></c>`, ' s="1" customFormat="1"'),
  ).join('');
  const rows = `${heads}${person(2)}${row(3, '<c r="A3" s="1"/><c r="XFD3" s="1"/>')}${styled}<row r="1048575" s="1"/>${row(1_048_576, '<c r="XFD1048576" s="1"><v/></c>')}`;
  const { cells, lines } = await readOne({ rows });
  expect(cells).toEqual([
    ['手机号', '姓名'],
    ['13900000002', '王明'],
  ]);
  expect(lines).toEqual([1, 2]);
});

test('a value in the last row has its own number; one in the last corner says what is wrong', async () => {
  const { lines } = await readOne({ rows: heads + person(2) + row(1_048_576, text('A1048576', '合计')) });
  expect(lines).toEqual([1, 2, 1_048_576]);
  expect(await problemOf(await fileOf({ 学员: { rows: heads + row(1_048_576, text('XFD1048576', 'x')) } }))).toBe(
    'too_far',
  );
});

test('more filled rows than the limit are told', async () => {
  const rows = Array.from({ length: maximumRows + 1 }, (_, index) =>
    row(index + 1, `<c r="A${index + 1}"><v>1</v></c>`),
  ).join('');
  expect(await problemOf(await fileOf({ 学员: { rows } }))).toBe('too_many_rows');
});

test('cells without a place of their own keep their columns', async () => {
  const { cells } = await readOne({
    rows: `<row><c t="inlineStr"><is><t>甲</t></is></c><c s="1"/><c><v>3</v></c></row>`,
  });
  expect(cells).toEqual([['甲', null, 3]]);
});

test('paths with backslashes are read', async () => {
  expect((await readOne({ rows: heads + person(2) }, { slash: '\\' })).cells).toHaveLength(2);
});

test('a file that is no workbook is named for what it is', async () => {
  const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  const wide = [...'EncryptedPackage'].flatMap((sign) => [sign.charCodeAt(0), 0]);
  const whole = await fileOf({ 学员: { rows: heads + person(2) } });
  const other = new ZipWriter(new Uint8ArrayWriter());
  await other.add('word/document.xml', new TextReader('<w/>'));
  const binary = new ZipWriter(new Uint8ArrayWriter());
  await binary.add('xl/workbook.bin', new TextReader('x'));
  expect(await problemOf(new Uint8Array())).toBe('empty_file');
  expect(await problemOf(Uint8Array.from([...compound, ...wide]))).toBe('protected');
  expect(await problemOf(Uint8Array.from(compound))).toBe('old_format');
  expect(await problemOf(await fileOf({ 学员: { rows: heads } }, { password: 'secret' }))).toBe('protected');
  expect(await problemOf(bytesOf('姓名,手机号\n王明,13900000001\n'))).toBe('text_file');
  expect(await problemOf(Uint8Array.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x0d, 0x0a]))).toBe('text_file');
  expect(await problemOf(bytesOf('\uFEFF\n<html><table><tr><td>王明</td></tr></table></html>'))).toBe('web_page');
  expect(await problemOf(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]))).toBe('no_workbook');
  expect(await problemOf(await other.close())).toBe('no_workbook');
  expect(await problemOf(await binary.close())).toBe('other_format');
  expect(await problemOf(whole.slice(0, whole.length - 200))).toBe('damaged');
});

test('hidden sheets and rows are marked, sheets without rows left out', async () => {
  const sheets = await parseWorkbook(
    await fileOf({
      底稿: { rows: heads + person(2), state: 'hidden' },
      空表: { rows: '' },
      学员: { rows: heads + person(2) + person(3, ' hidden="1"') + person(4, ' hidden="true"') },
    }),
  );
  expect(sheets.map(({ name, is_hidden, hidden }) => ({ name, is_hidden, hidden }))).toEqual([
    { name: '底稿', is_hidden: true, hidden: [] },
    { name: '学员', is_hidden: false, hidden: [2, 3] },
  ]);
});

test('a merged range is filled down its first column over rows that hold something', async () => {
  const { cells, filled_down } = await readOne({
    rows:
      heads +
      row(2, text('A2', '13900000002') + text('B2', '杭州')) +
      row(3, text('A3', '13900000003')) +
      row(9, text('A9', '合计')),
    after: '<mergeCells count="2"><mergeCell ref="B2:B8"/><mergeCell ref="A9:B9"/></mergeCells>',
  });
  expect(cells).toEqual([
    ['手机号', '姓名'],
    ['13900000002', '杭州'],
    ['13900000003', '杭州'],
    ['合计', null],
  ]);
  expect(filled_down).toBe(1);
});

test('errors and formulas without a result are faults of their cells; a stored result counts', async () => {
  const { cells, faults } = await readOne({
    rows:
      heads +
      row(2, '<c r="A2" t="e"><f>VLOOKUP(1,X!A:B,2,0)</f><v>#N/A</v></c><c r="B2" t="str"><f>"王"&amp;"明"</f></c>') +
      row(3, '<c r="A3"><f>1+1</f></c><c r="B3" t="str"><f>"王"&amp;"明"</f><v>王明</v></c>') +
      row(4, '<c r="A4" s="1"><v>13900000004</v></c><c r="B4" t="str"><f>IF(1,"","")</f><v></v></c>'),
  });
  expect(cells[2]?.[1]).toBe('王明');
  expect(faults).toEqual({
    1: { 0: { kind: 'error', text: '#N/A' }, 1: { kind: 'no_value', text: '' } },
    2: { 0: { kind: 'no_value', text: '' } },
    3: { 0: { kind: 'error', text: '########' } },
  });
});

test('what is shown in a cell is what is read', async () => {
  const shown = async (style: number, value: string): Promise<unknown> =>
    (await readOne({ rows: row(1, `<c r="A1" s="${style}"><v>${value}</v></c>`) })).cells[0]?.[0];
  expect(await shown(1, '46387')).toBe('2026-12-31');
  expect(await shown(2, '46387')).toBe('2026-12-31'); // Which part is the day depends on the country.
  expect(await shown(3, '46387')).toBe('2026年12月31日');
  expect(await shown(1, '46387.5')).toBe('2026-12-31');
  expect(await shown(2, '46387.5')).toBe('2026-12-31 12:00');
  expect(await shown(7, '0.375')).toBe('9:00');
  expect(await shown(4, '1234')).toBe('001234');
  expect(await shown(5, '1234.5')).toBe('1,234.50');
  expect(await shown(6, '13800001111')).toBe(13_800_001_111);
  expect(await shown(0, '0.30000000000000004')).toBe(0.3);
  expect((await readOne({ rows: row(1, text('A1', 'a_x000D_\nb')) })).cells).toEqual([['a\nb']]);
});
