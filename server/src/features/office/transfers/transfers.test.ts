import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAgency, buildCourse, buildTeacher } from '../../../../test/factories.ts';
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { trashedRow } from '../../../kit/write/find-trashed.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const send = (run: string, datas: unknown[], chunk = 0) =>
  app.http('POST', '/admin/courses/import', {
    as: admin,
    body: { datas, run },
    headers: { 'x-idempotency-key': `${run}-${chunk}` },
  });
const course = async (sn: string) =>
  app.ctx.db
    .selectFrom('courses')
    .select(['id', 'title', 'version', 'deleted_at'])
    .where('sn', '=', sn)
    .executeTakeFirst();
const undo = (id: number, as = admin) => app.http('POST', `/admin/imports/${id}/undo`, { as, body: {} });
const sheet = (sn: string, title: string) => ({ sn, title });

describe('the preview of an import', () => {
  it('reports new, changed, same and wrong rows and changes nothing', async () => {
    await send('preview-0001', [sheet('PV-1', '一'), sheet('PV-2', '二')]);
    const { body, status } = await app.http('POST', '/admin/courses/import-preview', {
      as: admin,
      body: { datas: [sheet('PV-1', '一'), sheet('PV-2', '贰'), sheet('PV-3', '三'), sheet('PV-4', '')] },
    });
    expect(status).toBe(200);
    expect(body.rows.map((row: { state: string }) => row.state)).toEqual(['same', 'changed', 'new', 'wrong']);
    expect(body.rows[1].changes).toEqual({ title: { before: '二', after: '贰' } });
    expect(body.rows[3]).toMatchObject({ fields: ['title'] });
    expect((await course('PV-2'))?.title).toBe('二');
    expect(await course('PV-3')).toBeUndefined();
  });
});

describe('a row of a sheet that is in the trash', () => {
  it('is named with its id, not created anew where its key is unique, and updated once it is restored', async () => {
    await send('trashed-0001', [sheet('TR-1', '一')]);
    const row = await course('TR-1');
    await app.http('DELETE', '/admin/courses', { as: admin, body: { ids: [row?.id] } });
    const [deleted] = await preview('courses', [sheet('TR-1', '壹')]);
    expect(deleted).toMatchObject({ state: 'wrong', fields: ['sn'], trashed: row?.id });
    expect(deleted.messages.sn).toBe('该记录在回收站中。');
    const sent = await send('trashed-0002', [sheet('TR-1', '壹')]);
    expect(sent.body.errors[0].error).toContain('回收站');
    await app.http('POST', '/admin/trash/restore', {
      as: admin,
      body: { items: [{ resource: 'courses', id: row?.id }] },
    });
    const [restored] = await preview('courses', [sheet('TR-1', '壹')]);
    expect(restored).toMatchObject({ state: 'changed', trashed: null });
  });

  it('is named to a form that would create it anew', async () => {
    await app.http('POST', '/admin/courses', { as: admin, body: sheet('TR-2', '一') });
    const row = await course('TR-2');
    await app.http('DELETE', '/admin/courses', { as: admin, body: { ids: [row?.id] } });
    const { status, body } = await app.http('POST', '/admin/courses', { as: admin, body: sheet(' TR-2', '二') });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'record.in_trash', trashed: { resource: 'courses', id: row?.id } });
    expect(body.errors.sn[0]).toContain('回收站');
    await app.http('POST', '/admin/courses', { as: admin, body: sheet('TR-3', '三') });
    const again = await app.http('POST', '/admin/courses', { as: admin, body: sheet('TR-3', '三') });
    expect(again.body.code).toBe('record.duplicate');
  });

  it('is not named where another that is not deleted has the value', async () => {
    const values = { title: '栏目', code: 'in-trash', position: 'article', type: 'link', items: [] };
    const add = () => app.http('POST', '/admin/columns', { as: admin, body: values });
    const { body } = await add();
    await app.http('DELETE', '/admin/columns', { as: admin, body: { ids: [body.id] } });
    expect((await add()).status).toBe(201);
    expect((await add()).body.code).toBe('record.duplicate');
  });

  it('is looked up by the index that refused the value', async () => {
    const { rows: indexes } = await sql<{
      index: string;
      table: string;
    }>`select indexrelid::regclass::text as index, indrelid::regclass::text as table from pg_index where indisunique and indpred is null`.execute(
      app.ctx.db,
    );
    const tested: string[] = [];
    for (const { definition } of app.ctx.resources.all) {
      if (definition.hard_delete || !definition.only.includes('delete')) continue;
      for (const { index, table } of indexes) {
        const [, column = ''] = new RegExp(`^${table}_(\\w+)_(?:key|unique)$`).exec(index) ?? [];
        if (table !== definition.table || !definition.fields[column]) continue;
        const { rows } = await app.ctx.db.transaction().execute(async (trx) => {
          await sql`set local enable_seqscan = off`.execute(trx);
          return sql<object>`explain ${trashedRow({ table, column, value: '1', index })}`.execute(trx);
        });
        expect(JSON.stringify(rows), index).toMatch(new RegExp(`using ${index} .*Index Cond`));
        tested.push(index);
      }
    }
    expect(tested).toEqual(expect.arrayContaining(['courses_sn_key', 'products_sn_key']));
  });

  it('is offered where a name may be had twice, to those who may restore it', async () => {
    const { body } = await app.http('POST', '/admin/teachers', { as: admin, body: { name: '回收站的老师' } });
    await app.http('DELETE', '/admin/teachers', { as: admin, body: { ids: [body.id] } });
    const datas = [{ name: '回收站的老师' }];
    expect((await preview('teachers', datas))[0]).toMatchObject({ state: 'new', trashed: body.id });
    const importer = await app.person.adminWith([
      'admin.teachers.list',
      'admin.teachers.create',
      'admin.teachers.import',
      'admin.teachers.update',
    ]);
    expect((await preview('teachers', datas, importer))[0]).toMatchObject({ state: 'new', trashed: null });
  });
});

const preview = async (resource: string, datas: object[], as = admin) =>
  (await app.http('POST', `/admin/${resource}/import-preview`, { as, body: { datas } })).body.rows;

describe('a cell that names nothing there is', () => {
  it('gets its sentence, and what is most like it: a row, one of several rows, or a choice', async () => {
    for (const name of ['杭州西湖教育老师', '李雷'])
      await app.http('POST', '/admin/teachers', { as: admin, body: { name } });
    const [one, none] = await preview('courses', [
      { sn: 'PR-1', title: '一', teacher_ids: '李雷，西湖老师' },
      { sn: 'PR-2', title: '二', teacher_ids: '赵钱孙' },
    ]);
    expect(one).toMatchObject({ fields: ['teacher_ids'], proposals: { teacher_ids: '李雷，杭州西湖教育老师' } });
    expect(one.messages.teacher_ids).toContain('西湖老师');
    expect(none).toMatchObject({ state: 'wrong', proposals: {} });
    const [choice] = await preview('teachers', [{ name: '韩梅梅', gender: '女性' }]);
    expect(choice.proposals).toEqual({ gender: '女' });
  });

  it('leaves the names beside it that are right, however many others are like them', async () => {
    await buildTeacher(app.ctx, { name: '韩冰' });
    for (let index = 0; index < 200; index += 1) await buildTeacher(app.ctx, { name: `韩冰 ${index}` });
    await buildTeacher(app.ctx, { name: '成都金沙学校老师' });
    const [row] = await preview('courses', [{ sn: 'PR-4', title: '四', teacher_ids: '韩冰，金沙老师' }]);
    expect(row.proposals).toEqual({ teacher_ids: '韩冰，成都金沙学校老师' });
  });

  it('is compared with the rows of the person only', async () => {
    await app.http('POST', '/admin/teachers', { as: admin, body: { name: '秘密花园' } });
    const importer = await app.person.adminWith(['admin.courses.import']);
    const [row] = await preview('courses', [{ sn: 'PR-3', title: '三', teacher_ids: '秘密花' }], importer);
    expect(row).toMatchObject({ state: 'wrong', proposals: {} });
  });
});

describe('a stored row whose sheet differs in punctuation', () => {
  it('is changed where that is part of a text, and not where it separates a list', async () => {
    for (const name of ['逗老师', '顿老师']) await buildTeacher(app.ctx, { name });
    const row = { sn: 'CM-1', title: '语文,数学', teacher_ids: '逗老师，顿老师' };
    await send('comma-0001', [row]);
    const [title] = await preview('courses', [{ ...row, title: '语文，数学' }]);
    expect(title).toMatchObject({ state: 'changed', changes: { title: { before: '语文,数学', after: '语文，数学' } } });
    const { body } = await send('comma-0002', [{ ...row, teacher_ids: '逗老师、顿老师' }]);
    expect(body).toMatchObject({ unchanged: 1, updated: 0, errors: [] });
  });
});

describe('a learner who exists', () => {
  it('is found by the number; what only a new one can have is refused, and numbers are not invented', async () => {
    const created = await app.http('POST', '/admin/members', {
      as: admin,
      body: { name: '周诗涵', mobile_phone: '13912340001' },
    });
    const { row } = (await app.http('GET', `/admin/members/${created.body.id}`, { as: admin })).body;
    const [edited, moved, unknown] = await preview('members', [
      { member_no: row.member_no, name: '周诗涵', grade: '五年级' },
      { member_no: row.member_no, mobile_phone: '13912340009' },
      { member_no: '999999999', name: '无此人', mobile_phone: '13912340002' },
    ]);
    expect(edited).toMatchObject({ state: 'changed', changes: { grade: { after: '五年级' } } });
    expect(moved).toMatchObject({ state: 'wrong', fields: ['mobile_phone'] });
    expect(unknown).toMatchObject({ state: 'wrong', fields: ['member_no'] });
  });

  it('is left as it is by an export of somebody who sees masked numbers', async () => {
    const clerk = await app.person.adminWith(['admin.members.list', 'admin.members.export', 'admin.members.import']);
    const { data } = (await app.http('GET', '/admin/members/export', { as: clerk })).body;
    const [keys, , ...rows] = data as [string[], string[], ...unknown[][]];
    const place = (key: string): number => keys.indexOf(key);
    expect(String(rows[0]?.[place('mobile_phone')])).toContain('*');
    const datas = rows.map((cells) =>
      Object.fromEntries(['member_no', 'mobile_phone', 'name'].map((key) => [key, cells[place(key)]])),
    );
    expect((await preview('members', datas, clerk)).every((row: { state: string }) => row.state === 'same')).toBe(true);
  });
});

describe('a key that several rows have', () => {
  it('is refused on its field by the preview and the import, which write none of them; others of the chunk go on', async () => {
    const faq = (question: string, answer: string) => ({ question, answer, topic: '学习' });
    for (const answer of ['甲', '乙'])
      await app.http('POST', '/admin/faqs', { as: admin, body: { question: '怎样退款', answer, topic: 'learning' } });
    const datas = [faq('怎样退款', '丙'), faq('怎样换课', '丁')];
    const [ambiguous, fresh] = await preview('faqs', datas);
    expect(ambiguous).toMatchObject({ state: 'wrong', fields: ['question'] });
    expect(ambiguous.messages.question).toContain('多条记录');
    expect(fresh.state).toBe('new');
    const { body } = await app.http('POST', '/admin/faqs/import', { as: admin, body: { datas } });
    expect(body).toMatchObject({ created: 1, updated: 0, errors: [{ question: '怎样退款' }] });
    const { rows } = await sql<{
      answer: string;
    }>`select answer from faqs where question = '怎样退款' order by answer`.execute(app.ctx.db);
    expect(rows.map(({ answer }) => answer)).toEqual(['乙', '甲']);
  });
});

describe('what headings stand for', () => {
  it('is remembered for the school, for fields of the import only', async () => {
    const put = (heads: unknown) => app.http('PUT', '/admin/courses/import-columns', { as: admin, body: { heads } });
    expect((await put({ '课 名*': 'title', 班主任: '' })).body).toEqual({ remembered: 2 });
    expect((await put({ 课名: 'subtitle' })).status).toBe(200);
    expect((await put({ title: 'subtitle', '课程名称*': '' })).body).toEqual({ remembered: 0 });
    const colleague = await app.person.admin();
    const { body } = await app.http('GET', '/admin/courses/import-columns', { as: colleague });
    expect(body.remembered).toEqual({ 课名: 'subtitle', 班主任: '' });
    for (const heads of [{ 状态: 'status' }, { 状态: 1 }, ['title'], 'title', { ['长'.repeat(101)]: 'title' }])
      expect((await put(heads)).status).toBe(422);
  });
});

describe('what headings stand for, by an administrator of an agency', () => {
  it('is not remembered for the school', async () => {
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.members.list', 'admin.members.import'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    const { body } = await app.http('PUT', '/admin/members/import-columns', {
      as: agent,
      body: { heads: { 家长: 'name' } },
    });
    expect(body).toEqual({ remembered: 0 });
    const { body: columns } = await app.http('GET', '/admin/members/import-columns', { as: admin });
    expect(columns.remembered).toEqual({});
  });
});

describe('undoing an import', () => {
  it('deletes new rows and restores changed rows, over all chunks of the run', async () => {
    await send('before-0001', [sheet('UN-1', '旧')]);
    const first = await send('undo-run-0001', [sheet('UN-1', '新'), sheet('UN-2', '二')]);
    const second = await send('undo-run-0001', [sheet('UN-3', '三')], 1);
    expect(second.body.import_id).toBe(first.body.import_id);
    const answer = await undo(first.body.import_id);
    expect(answer.body).toMatchObject({ undone: 3, failed: [], left: 0 });
    expect(await course('UN-1')).toMatchObject({ title: '旧', deleted_at: null });
    expect((await course('UN-2'))?.deleted_at).not.toBeNull();
    expect((await course('UN-3'))?.deleted_at).not.toBeNull();
    expect((await undo(first.body.import_id)).body).toMatchObject({ undone: 0, left: 0 });
  });

  it('keeps a row changed since then, and reports it', async () => {
    const { body } = await send('undo-run-0002', [sheet('CH-1', '一'), sheet('CH-2', '二')]);
    const row = await course('CH-1');
    await app.http('PUT', `/admin/courses/${row?.id}`, { as: admin, body: { title: '改过', version: row?.version } });
    const answer = await undo(body.import_id);
    expect(answer.body).toMatchObject({ undone: 1, failed: [{ id: row?.id, code: 'import.changed_since' }] });
    expect(answer.body.failed[0].message).not.toBe('');
    expect(await course('CH-1')).toMatchObject({ title: '改过', deleted_at: null });
  });

  it('keeps a row that something depends on, with the reason, and takes back the others and what is below them; the log names it', async () => {
    const sendSubjects = (datas: unknown[], chunk: number) =>
      app.http('POST', '/admin/subjects/import', {
        as: admin,
        body: { datas, run: 'undo-run-0005' },
        headers: { 'x-idempotency-key': `undo-run-0005-${chunk}` },
      });
    const { body } = await sendSubjects([{ name: '撤销科目' }, { name: '已用科目' }], 0);
    await sendSubjects([{ name: '撤销子科目', parent_id: '撤销科目' }], 1);
    const used = await app.ctx.db
      .selectFrom('subjects')
      .select('id')
      .where('name', '=', '已用科目')
      .executeTakeFirstOrThrow();
    await buildCourse(app.ctx, { subject_id: used.id });
    expect((await undo(body.import_id)).body).toMatchObject({
      undone: 2,
      failed: [{ id: used.id, title: '已用科目', code: 'subject.has_courses' }],
      left: 0,
    });
    const left = app.ctx.db.selectFrom('subjects').select('name').where('deleted_at', 'is', null);
    expect((await left.where('name', 'like', '%用科目').execute()).map(({ name }) => name)).toEqual(['已用科目']);
    expect(await left.where('name', 'like', '撤销%').execute()).toEqual([]);
    const { body: actions } = await app.http('GET', '/admin/logs/actions', { as: admin });
    expect(actions.data).toContainEqual({ value: 'undo-import', label: '撤销导入' });
  });

  it('a retried chunk counts once, and two concurrent undos undo each row once', async () => {
    const rows = Array.from({ length: 30 }, (_one, index) => sheet(`TW-${index}`, `课 ${index}`));
    const [one, two] = await Promise.all([send('undo-run-0003', rows), send('undo-run-0003', rows)]);
    expect(two.body.import_id).toBe(one.body.import_id);
    const answers = await Promise.all([undo(one.body.import_id), undo(one.body.import_id)]);
    expect(answers.map((answer) => answer.body.undone).sort((a, b) => a - b)).toEqual([0, 30]);
  });

  it('is for the user who ran it, and for 24 hours', async () => {
    const { body } = await send('undo-run-0004', [sheet('LA-1', '一')]);
    const other = await app.person.adminWith(['admin.courses.list', 'admin.courses.import']);
    expect((await undo(body.import_id, other)).status).toBe(404);
    await app.ctx.db
      .updateTable('imports')
      .set({ created_at: new Date(app.ctx.clock().getTime() - 25 * 3_600_000) })
      .where('id', '=', body.import_id)
      .execute();
    expect((await undo(body.import_id)).body.code).toBe('import.too_late');
    expect(
      (await app.http('GET', '/admin/imports?resource=courses', { as: admin })).body.data.map(
        (row: { id: number }) => row.id,
      ),
    ).not.toContain(body.import_id);
  });
});

describe('GET export.xlsx', () => {
  it('returns the filtered rows as one sheet and writes a row to the download log', async () => {
    await send('export-0001', [sheet('EX-1', '导出一')]);
    const answer = await app.http('GET', '/admin/courses/export.xlsx?where[_keyword]=EX-1&fields[]=sn&fields[]=title', {
      as: admin,
    });
    expect(answer.status).toBe(200);
    // In the time zone of the person, without characters that file systems refuse.
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(
      /课程 \d{4}-\d\d-\d\d \d{4}\.xlsx/,
    );
    const book = await readXlsx(new Uint8Array(answer.raw));
    expect(book.sheets[0]?.rows.slice(1)).toEqual([['EX-1', '导出一']]);
    const log = await app.ctx.db
      .selectFrom('down_logs')
      .select(['resource', 'fields'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ resource: 'courses', fields: ['sn', 'title'] });
  });

  it('is refused without the permission', async () => {
    const reader = await app.person.adminWith(['admin.courses.list']);
    expect((await app.http('GET', '/admin/courses/export.xlsx', { as: reader })).status).toBe(403);
  });
});
