import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { buildCourse, buildSubject, buildTeacher } from '../../../test/factories.ts';
import { superAdmin } from '../../../test/big/list-plans.ts';
import { parseListQuery } from './list-query.ts';
import { listRows, type ListedPage } from './load-rows.ts';

// A statement costs more than everything the engine does around it, so their number is the cost of a list.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

/** A page, and how many statements it took: each one takes a connection. */
async function listCourses(raw: Record<string, string>): Promise<ListedPage & { statements: number }> {
  const { ctx } = app;
  const resource = ctx.resources.get('courses');
  let statements = 0;
  const count = (): void => {
    statements += 1;
  };
  ctx.pool.on('acquire', count);
  try {
    return {
      ...(await listRows({ db: ctx.db, actor: superAdmin, resource }, parseListQuery(resource.definition, raw))),
      statements,
    };
  } finally {
    ctx.pool.off('acquire', count);
  }
}

describe('a list', () => {
  it('reads a page, the count and all labels in two statements', async () => {
    const subject = await buildSubject(app.ctx, { name: '英语' });
    const teacher = await buildTeacher(app.ctx, { name: '王老师' });
    const { course } = await buildCourse(app.ctx, { subject_id: subject.id, teacher_ids: [teacher.id] });
    await buildCourse(app.ctx);
    const listed = await listCourses({ per_page: '1', 'order[id]': 'asc' });
    expect(listed).toMatchObject({
      statements: 2,
      total: 2,
      total_exact: true,
      last_page: 2,
      data: [{ id: course.id, labels: { subject_id: '英语', teacher_ids: ['王老师'] } }],
    });
    expect(Object.keys(listed.data[0] ?? {}).filter((key) => key.startsWith('_'))).toEqual([]);
  });

  it('carries on request only what it needs, and what it is sorted by', async () => {
    const keys = async (raw: Record<string, string>): Promise<string[]> =>
      Object.keys((await listCourses({ ...raw, fields: 'list' })).data[0] ?? {});
    const near = await keys({ 'order[created_at]': 'desc' });
    expect(near).toEqual(
      expect.arrayContaining(['id', 'version', 'title', 'cover_style', 'remark', 'labels', 'created_at']),
    );
    expect(near.filter((key) => ['intro', 'detail', 'level', 'column_ids'].includes(key))).toEqual([]);
    const range = { 'where[created_at][0]': '2000-01-01T00:00:00Z', 'order[sort]': 'asc' };
    expect(await keys(range)).toContain('sort');
  });

  it('returns the count beyond its last row and for no rows at all', async () => {
    expect(await listCourses({ page: '9', get_count: '1' })).toMatchObject({ data: [], total: 2, last_page: 1 });
    expect(await listCourses({ 'where[id]': '999999999' })).toMatchObject({ data: [], total: 0, last_page: 1 });
    expect(await listCourses({ page: '2', per_page: '1' })).toMatchObject({ total: null, last_page: null });
    expect((await listCourses({ page: '2', per_page: '1', get_count: '1' })).total).toBe(2);
  });
});
