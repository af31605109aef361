import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buildCourse, buildProduct, buildSubject, buildTeacher } from '../../../../test/factories.ts';
import { statementsOf } from '../../../../test/queries/statements.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
// What was kept for a minute is not what the next test asks about.
beforeEach(() => app.clock.advance(61_000));

const get = (path: string, query: Record<string, string | number> = {}, headers: Record<string, string> = {}) =>
  app.http('GET', path, { query, headers });
const titles = (body: { data: { title: string }[] }) => body.data.map((row) => row.title);
const addCourse = (course: Parameters<typeof buildCourse>[1]) => buildCourse(app.ctx, course);

it("shows a teacher's pictures in their order, and courses with what their covers are drawn from", async () => {
  const subject = await buildSubject(app.ctx, { name: '海洋', sign: '海' });
  const pictures = ['/uploads/public/2026/11/b.webp', '/uploads/public/2026/11/a.webp'];
  const teacher = await buildTeacher(app.ctx, { name: '潜水老师', pictures, gender: 2 });
  await addCourse({
    title: '珊瑚礁',
    subject_id: subject.id,
    teacher_ids: [teacher.id],
    cover_style: 'zhuqing-hill-slip',
  });
  const { body } = await get(`/open/teachers/${teacher.id}`);
  expect(body).toMatchObject({
    row: { gender: 2 },
    pictures,
    courses: [{ cover_style: 'zhuqing-hill-slip', subject_name: '海洋', teacher_names: ['潜水老师'] }],
  });
  const subjects = (await get('/open/subjects')).body.data;
  expect(subjects.find((one: { id: number }) => one.id === subject.id)).toMatchObject({ sign: '海' });
});

describe('GET /open/courses', () => {
  it.each([
    ['西班牙语', 'in Chinese'],
    ['xibanyayu', 'in pinyin'],
    ['Xi Ban Ya', 'in pinyin with spaces and capitals'],
    ['xbyy', 'by initials'],
    ['xībānyá', 'in pinyin with tones'],
  ])('finds %s, %s', async (text) => {
    if (text === '西班牙语') await addCourse({ title: '西班牙语旅行会话' });
    expect(titles((await get('/open/courses', { text })).body)).toEqual(['西班牙语旅行会话']);
  });

  it('recomputes the key of a changed title', async () => {
    const { course } = await addCourse({ title: '陶艺入门' });
    expect((await get('/open/courses', { text: 'taoyi' })).body.total).toBe(1);
    await app.ctx.db.updateTable('courses').set({ title: '书法入门' }).where('id', '=', course.id).execute();
    expect((await get('/open/courses', { text: 'taoyi' })).body.total).toBe(0);
    expect((await get('/open/courses', { text: 'shufa' })).body.total).toBe(1);
  });

  it('finds by teacher and by a subject above', async () => {
    const above = await buildSubject(app.ctx, { name: '天文', lft: 9001, rgt: 9004 });
    const below = await buildSubject(app.ctx, { name: '行星', parent_id: above.id, lft: 9002, rgt: 9003 });
    const teacher = await buildTeacher(app.ctx, { name: '欧阳观星' });
    await addCourse({ title: '夜空漫步', subject_id: below.id, teacher_ids: [teacher.id] });
    expect(titles((await get('/open/courses', { text: '天文' })).body)).toEqual(['夜空漫步']);
    expect(titles((await get('/open/courses', { text: '欧阳' })).body)).toEqual(['夜空漫步']);
    expect(titles((await get('/open/courses', { subject_id: above.id })).body)).toEqual(['夜空漫步']);
  });

  it.each([
    ['ouyang', 'a teacher in pinyin'],
    ['OYGX', 'a teacher by initials'],
    ['tianwen', 'a subject above in pinyin'],
    ['夜空 欧阳', 'words of title and teacher'],
    ['欧阳 夜空', 'in any order'],
    ['tianwen 漫步', 'pinyin and characters'],
  ])('finds by %s, %s', async (text) => {
    expect(titles((await get('/open/courses', { text })).body)).toEqual(['夜空漫步']);
  });

  it.each(['ＡＩ外教', 'ai外教', 'AI　外教', '外教 口语', '口语 外教', '口語課', 'wjkyk', 'waijiao'])(
    'finds a title however it is typed, on the site, in the list, by the picker and in the palette: %s',
    async (text) => {
      if (text === 'ＡＩ外教') await addCourse({ title: 'AI 外教口语课' });
      expect(titles((await get('/open/courses', { text })).body)).toContain('AI 外教口语课');
      const as = await app.person.admin();
      const query = encodeURIComponent(text);
      const list = await app.http('GET', `/admin/courses/list?where[_keyword]=${query}`, { as });
      expect(titles(list.body)).toContain('AI 外教口语课');
      const options = await app.http('GET', `/admin/courses/options?keyword=${query}`, { as });
      expect(options.body.data.map((row: { label: string }) => row.label)).toContain('AI 外教口语课');
      const palette = await app.http('POST', '/admin/palette/search', { as, body: { text } });
      expect(palette.body.data.map((row: { title: string }) => row.title)).toContain('AI 外教口语课');
    },
  );

  it('puts titles that begin with what is searched for first, and finds nothing by letters that mean nothing', async () => {
    await addCourse({ title: '进阶口才', sort: 1 });
    await addCourse({ title: '口才入门', sort: 99 });
    expect(titles((await get('/open/courses', { text: '口才' })).body)).toEqual(['口才入门', '进阶口才']);
    expect(titles((await get('/open/courses', { text: 'oa' })).body)).not.toContain('AI 外教口语课');
  });

  it.each(['夜空 陶艺', 'x'])('finds nothing of the teacher or subject by %s', async (text) => {
    expect(titles((await get('/open/courses', { text })).body)).not.toContain('夜空漫步');
  });

  it('shows the same price in cards, on its page and in the order of prices', async () => {
    const { course: bundled } = await addCourse({ title: '定价甲', list_price: 20_000, sale_price: 10_000 });
    const { course: alone } = await addCourse({ title: '定价乙', list_price: 40_000, sale_price: 30_000 });
    await buildProduct(app.ctx, { course_ids: [bundled.id], status: 1, list_price: 80_000, sale_price: 60_000 });
    await buildProduct(app.ctx, {
      course_ids: [bundled.id, alone.id],
      status: 1,
      list_price: 90_000,
      sale_price: 70_000,
    });
    await buildProduct(app.ctx, { course_ids: [alone.id], status: 0, sale_price: 100 });
    const { body } = await get('/open/courses', { text: '定价', sort: 'price' });
    expect(
      body.data.map((row: { title: string; list_price: number; sale_price: number }) => [
        row.title,
        row.list_price,
        row.sale_price,
      ]),
    ).toEqual([
      ['定价甲', 80_000, 60_000],
      ['定价乙', 90_000, 70_000],
    ]);
    expect((await get(`/open/courses/${bundled.id}`)).body).toMatchObject({
      course: { sale_price: 60_000 },
      products: [{ sale_price: 60_000 }, { sale_price: 70_000 }],
    });
  });

  it('shows drafts and what is off the shelf to nobody, and signs of a pattern as what they are', async () => {
    await addCourse({ title: '未公开甲', status: courseStatus.draft });
    await addCourse({ title: '未公开乙', status: courseStatus.off_shelf });
    expect((await get('/open/courses', { text: '未公开' })).body.total).toBe(0);
    expect((await get('/open/courses', { text: '%' })).body.total).toBe(0);
    expect((await get('/open/courses', { text: 'zzzqqq' })).body.others.length).toBeGreaterThan(0);
  });

  it('suggests titles that begin with what was typed first', async () => {
    await addCourse({ title: '高级围棋' });
    await addCourse({ title: '围棋启蒙' });
    expect(
      (await get('/open/courses/suggestions', { text: 'weiqi' })).body.courses.map(
        (one: { title: string }) => one.title,
      ),
    ).toEqual(['围棋启蒙', '高级围棋']);
    expect((await get('/open/courses/suggestions')).body.courses).toEqual([]);
  });

  it('counts what is searched for, once with its first page, and suggests what was found', async () => {
    await addCourse({ title: '木工制作' });
    await get('/open/courses', { text: '木工' });
    await get('/open/courses', { text: '木工', page: 2 });
    const row = await app.ctx.db
      .selectFrom('search_terms')
      .select(['count', 'results'])
      .where('word', '=', '木工')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ count: 1, results: 1 });
    expect((await get('/open/courses/suggestions', { text: '木' })).body).toMatchObject({
      courses: [{ title: '木工制作' }],
      words: ['木工'],
    });
  });

  it('asks as much for one suggested word as for many, and leaves out only those that find nothing', async () => {
    const hidden = await addCourse({ title: '剪纸旧课' });
    await addCourse({ title: '剪纸入门' });
    await addCourse({ title: '剪纸进阶' });
    const suggested = async () => {
      app.clock.advance(61_000);
      return get('/open/courses/suggestions', { text: '剪纸' });
    };
    await get('/open/courses', { text: '剪纸旧课' });
    const one = await statementsOf(app, suggested);
    for (const text of ['剪纸入门', '剪纸 进阶', '剪纸']) await get('/open/courses', { text });
    await app.ctx.db
      .updateTable('courses')
      .set({ status: courseStatus.off_shelf })
      .where('id', '=', hidden.course.id)
      .execute();
    const many = await statementsOf(app, suggested);
    expect(many).toHaveLength(one.length);
    expect((await suggested()).body.words.toSorted()).toEqual(['剪纸', '剪纸 进阶', '剪纸入门']);
  });
});

describe('GET /open/courses/:id', () => {
  it('shows outline, teachers and products, and nothing of the back office', async () => {
    const teacher = await buildTeacher(app.ctx, { name: '林晓彤', motto: '先开口。' });
    const { course, lessons } = await addCourse({ title: '摄影基础', remark: '内部备注', teacher_ids: [teacher.id] });
    const product = await buildProduct(app.ctx, { course_ids: [course.id], status: 1, sale_price: 9900 });
    const { status, body, text } = await get(`/open/courses/${course.id}`);
    expect([status, body.course.title, body.products]).toEqual([
      200,
      '摄影基础',
      [
        expect.objectContaining({
          id: product.id,
          title: product.title,
          list_price: product.list_price,
          sale_price: 9900,
        }),
      ],
    ]);
    expect(
      body.chapters.flatMap((chapter: { lessons: { id: number }[] }) => chapter.lessons.map((lesson) => lesson.id)),
    ).toEqual(lessons.map((lesson) => lesson.id));
    expect(body.teachers).toMatchObject([{ id: teacher.id, name: '林晓彤', motto: '先开口。' }]);
    expect(text).not.toMatch(/内部备注|remark|storage_key|renditions|media_id/);
  });

  it('finds no draft and no invalid id', async () => {
    const { course } = await addCourse({ title: '草稿', status: courseStatus.draft });
    for (const id of [course.id, 99_999_999, 'abc', '1e400'])
      expect((await get(`/open/courses/${id}`)).status).toBe(404);
  });
});

describe('what visitors read', () => {
  it('is cached for a minute and revalidated by its ETag', async () => {
    const first = await get('/open/teachers');
    expect(first.headers['cache-control']).toBe('public, max-age=60');
    expect((await get('/open/teachers', {}, { 'if-none-match': String(first.headers['etag']) })).status).toBe(304);
    await buildTeacher(app.ctx, { name: '新来的老师' });
    expect((await get('/open/teachers')).text).not.toContain('新来的老师');
    app.clock.advance(61_000);
    expect((await get('/open/teachers')).text).toContain('新来的老师');
  });

  it('is what an administrator has just saved, who does not keep it in the browser', async () => {
    const admin = await app.person.admin();
    expect((await get('/open/site')).text).not.toContain('刚加的栏目');
    const saved = await app.http('POST', '/admin/columns', {
      as: admin,
      body: { title: '推荐', position: 'home', type: 'list', items: [{ title: '刚加的栏目', url: '/open/courses' }] },
    });
    expect(saved.status).toBe(201);
    expect((await get('/open/site')).text).toContain('刚加的栏目');
    await app.http('DELETE', '/admin/columns', { as: admin, body: { ids: [saved.body.id] } });
    expect((await get('/open/site')).text).not.toContain('刚加的栏目');
    expect((await app.http('GET', '/open/site', { as: admin })).headers['cache-control']).toBe('private, no-cache');
  });

  it('has neither remarks nor rows that are off', async () => {
    const off = await buildTeacher(app.ctx, { name: '停用老师', status: 0 });
    await buildTeacher(app.ctx, { name: '在职老师', remark: '工资保密' });
    const { text } = await get('/open/teachers');
    expect(text).toContain('在职老师');
    expect(text).not.toMatch(/停用老师|工资保密|remark|created_by/);
    expect((await get(`/open/teachers/${off.id}`)).status).toBe(404);
  });

  it('shows columns of the home page with their courses, and leads nowhere unsafe', async () => {
    const { course } = await addCourse({ title: '栏目里的课程' });
    const { course: hidden } = await addCourse({ title: '下架的课程', status: courseStatus.off_shelf });
    await app.ctx.db
      .insertInto('columns')
      .values({
        title: '首页推荐',
        position: 'home',
        type: 'banner',
        items: JSON.stringify([
          { course_id: course.id },
          { course_id: hidden.id },
          { title: '坏链接', url: 'javascript:alert(1)' },
          'x',
        ]),
      } as never)
      .execute();
    const { body } = await get('/open/columns', { position: 'home' });
    expect(body.data).toHaveLength(1);
    expect(body.data[0].items.map((item: { title: string; url: string }) => [item.title, item.url])).toEqual([
      ['栏目里的课程', `/open/courses/${course.id}`],
      ['坏链接', ''],
    ]);
    expect((await get('/open/site')).body.columns).toEqual(body.data);
  });

  it('features the course of the first banner, with the first lesson of it that anyone can try', async () => {
    const teacher = await buildTeacher(app.ctx, { name: '本周的老师', gender: 2 });
    const { course, lessons } = await addCourse({ title: '本周的课程', teacher_ids: [teacher.id] });
    await app.ctx.db
      .insertInto('columns')
      .values({
        title: '本周',
        position: 'home',
        type: 'banner',
        sort: -1,
        items: JSON.stringify([{ title: '没有课程' }, { course_id: course.id }]),
      } as never)
      .execute();
    const featured = async () => {
      app.clock.advance(61_000);
      return (await get('/open/site')).body.featured;
    };
    expect(await featured()).toMatchObject({
      course: { title: '本周的课程' },
      teacher: { name: '本周的老师', gender: 2 },
      trial: null,
    });
    const [, second, third] = lessons;
    await app.ctx.db
      .updateTable('lessons')
      .set({ is_free: true })
      .where('id', 'in', [second?.id ?? 0, third?.id ?? 0])
      .execute();
    expect((await featured()).trial).toEqual({ lesson_id: second?.id, type: second?.type, seconds: 600 });
    await app.ctx.db
      .updateTable('lessons')
      .set({ status: 0 })
      .where('id', '=', second?.id ?? 0)
      .execute();
    expect((await featured()).trial).toMatchObject({ lesson_id: third?.id });
  });

  it('shows public sent messages, latest first, below the article columns', async () => {
    const now = app.ctx.clock();
    const message = {
      body: '<p>七点开始 &lt;直播&gt;</p><script>x</script>',
      audience: 1,
      status: 3,
      sent_at: now,
      is_public: true,
    };
    const [old, latest, draft, inner] = await app.ctx.db
      .insertInto('messages')
      .values([
        { ...message, title: '旧公告', sent_at: new Date(now.getTime() - 60_000) },
        { ...message, title: '新公告' },
        { ...message, title: '还没发的', status: 0, sent_at: null },
        { ...message, title: '只给学员的', is_public: false },
        { ...message, title: '后来只给一个标签', audience: 2, audience_tag: '暑期班' },
      ])
      .returning('id')
      .execute();
    await app.ctx.db
      .insertInto('columns')
      .values({
        title: '专题',
        position: 'article',
        type: 'link',
        items: JSON.stringify([{ title: '学习方法', url: '/open/messages' }]),
      } as never)
      .execute();
    const { body } = await get('/open/messages');
    expect(body.data.map((row: { title: string; summary: string }) => [row.title, row.summary])).toEqual([
      ['新公告', '七点开始 <直播>'],
      ['旧公告', '七点开始 <直播>'],
    ]);
    expect(body.columns.map((column: { title: string }) => column.title)).toEqual(['专题']);
    expect((await get('/open/messages', { page: '2' })).body).toMatchObject({ data: [], columns: [], has_more: false });
    expect((await get(`/open/messages/${latest?.id ?? 0}`)).body.row.title).toBe('新公告');
    expect((await get(`/open/messages/${old?.id ?? 0}`)).status).toBe(200);
    for (const hidden of [draft, inner]) expect((await get(`/open/messages/${hidden?.id ?? 0}`)).status).toBe(404);
    const page = await app.fastify.inject({ method: 'GET', url: '/sitemap.xml', headers: { host: 'school.example' } });
    expect(page.body).toContain(`/open/messages/${latest?.id ?? 0}</loc>`);
    expect(page.body).not.toContain(`/open/messages/${inner?.id ?? 0}</loc>`);
  });

  it('offers the newest app of each platform', async () => {
    const add = (version_name: string, status: number) =>
      app.ctx.db
        .insertInto('apps')
        .values({ platform: 'android', version_name, url: 'https://example.com/a.apk', status })
        .execute();
    await Promise.all([add('1.9', 1), add('1.10', 1), add('2.0', 0)]);
    const { body } = await get('/open/apps');
    expect(body.data.map((row: { version_name: string }) => row.version_name)).toEqual(['1.10']);
    expect((await get(`/open/apps/${body.data[0].id}`)).body.row.platform).toBe('android');
  });
});

describe('a hidden course', () => {
  it.each([
    ['taken off the shelf', courseStatus.off_shelf],
    ['a draft again', courseStatus.draft],
  ])('that is %s is hidden wherever it was shown, with what sells it alone', async (_, status) => {
    const name = `皮影戏${status}`;
    const [subject, teacher] = [await buildSubject(app.ctx), await buildTeacher(app.ctx)];
    const { course, lessons } = await addCourse({
      title: name,
      subject_id: subject.id,
      teacher_ids: [teacher.id],
      is_free: true,
    });
    const [first] = lessons;
    await app.ctx.db.updateTable('lessons').set({ is_free: true }).where('course_id', '=', course.id).execute();
    const { course: other } = await addCourse({ title: `木偶剧${status}` });
    const alone = await buildProduct(app.ctx, { course_ids: [course.id], status: 1, sale_price: 100 });
    const both = await buildProduct(app.ctx, { course_ids: [course.id, other.id], status: 1, sale_price: 200 });
    const withTime = await buildProduct(app.ctx, { type: 3, course_ids: [course.id], ai_seconds: 600, status: 1 });
    await app.ctx.db
      .insertInto('columns')
      .values({
        title: '专栏',
        position: 'home',
        type: 'banner',
        items: JSON.stringify([{ course_id: course.id }]),
      } as never)
      .execute();
    const [visitor, buyer] = [undefined, await app.person.member()];
    const as = (
      who: typeof buyer | undefined,
      path: string,
      options: { method?: 'GET' | 'POST'; body?: object } = {},
    ) =>
      app.http(options.method ?? 'GET', path, {
        ...(who ? { as: who } : {}),
        ...(options.body ? { body: options.body } : {}),
      });
    await get('/open/courses', { text: name });

    const look = async () => {
      app.clock.advance(61_000);
      const home = await get('/open/site');
      const shop = (await as(buyer, '/home/products')).body.products.map(({ id }: { id: number }) => id);
      const shelf = home.body.products.map(({ id }: { id: number }) => id);
      return {
        shows: [
          home.text.includes(name),
          (await get('/open/columns', { position: 'home' })).text.includes(name),
          (await get('/open/courses', { text: name })).body.data.length > 0,
          (await get('/open/courses/suggestions', { text: name })).body.courses.length > 0,
          (await get(`/open/subjects/${subject.id}`)).body.row.course_count > 0,
          (await get(`/open/teachers/${teacher.id}`)).body.courses.length > 0,
          (await app.http('GET', '/sitemap.xml', { base: '' })).text.includes(`/open/courses/${course.id}<`),
        ],
        words: [
          (await get('/open/search-terms')).text.includes(name),
          (await get('/open/courses/suggestions', { text: name })).body.words.length > 0,
        ],
        links: [
          (await as(visitor, `/open/courses/${course.id}`)).status,
          (await as(visitor, `/open/previews?lesson_id=${first?.id}`)).status,
          (await as(buyer, `/home/lessons/${first?.id}`)).status,
          (await as(buyer, `/home/lessons/${first?.id}/talk`)).status,
        ].map((code) => code < 500 && code !== 404 && code !== 403),
        sold: [alone, both, withTime].map(({ id }) => [shop.includes(id), shelf.includes(id)]),
        products: [
          (await as(visitor, `/open/products/${alone.id}`)).status,
          (await as(visitor, `/open/products/${both.id}`)).status,
        ],
      };
    };
    expect(await look()).toMatchObject({
      shows: [true, true, true, true, true, true, true],
      words: [true, true],
      sold: [
        [true, true],
        [true, true],
        [true, true],
      ],
      products: [200, 200],
    });
    await app.ctx.db.updateTable('courses').set({ status }).where('id', '=', course.id).execute();
    expect(await look()).toEqual({
      shows: [false, false, false, false, false, false, false],
      words: [false, false],
      links: [false, false, false, false],
      sold: [
        [false, false],
        [true, true],
        [false, false],
      ],
      products: [404, 200],
    });
    const page = await as(buyer, `/home/products/${alone.id}`);
    expect([page.status, page.body.code, page.body.message]).toEqual([
      404,
      'product.not_offered',
      '这个商品已不再提供。',
    ]);
    const refused = await as(buyer, '/home/pay-orders', { method: 'POST', body: { product_id: withTime.id } });
    expect([refused.status, refused.body.code]).toEqual([404, 'product.not_offered']);
    const ordered = await as(buyer, '/home/pay-orders', { method: 'POST', body: { product_id: both.id } });
    expect(ordered.status).toBe(201);
  });
});

describe('GET /open/products/:id', () => {
  it('shows a visitor what is in it, for how long, and the refund terms', async () => {
    const [published, draft] = [
      await addCourse({ title: '商品课程甲' }),
      await addCourse({ title: '商品课程乙', status: courseStatus.draft }),
    ];
    const product = await buildProduct(app.ctx, {
      course_ids: [draft.course.id, published.course.id],
      status: 1,
      title: '口语年卡',
      list_price: 80_000,
      sale_price: 59_900,
      term_mode: 2,
      term_value: 12,
      refund_days: 7,
    });
    const { status, body } = await get(`/open/products/${product.id}`);
    expect(status).toBe(200);
    expect(body.product).toMatchObject({
      title: '口语年卡',
      sale_price: 59_900,
      term_mode: 2,
      term_value: 12,
      fixed_end_at: null,
      refund_days: 7,
    });
    expect(body.courses.map((row: { title: string; is_public: boolean }) => [row.title, row.is_public])).toEqual([
      ['商品课程乙', false],
      ['商品课程甲', true],
    ]);
    const offers = (await get(`/open/courses/${published.course.id}`)).body.products;
    expect(offers).toMatchObject([
      { id: product.id, title: '口语年卡', course_count: 2, term_mode: 2, term_value: 12 },
    ]);
  });

  it('stands on the shelf of the home page while it is on sale and has something in it, the newest first', async () => {
    const { course } = await addCourse({});
    const { course: gone } = await addCourse({});
    await app.ctx.db.updateTable('courses').set({ deleted_at: app.ctx.clock() }).where('id', '=', gone.id).execute();
    const older = await buildProduct(app.ctx, { course_ids: [course.id], status: 1, refund_days: 7 });
    const minutes = await buildProduct(app.ctx, { type: 2, course_ids: [], ai_seconds: 1800, status: 1 });
    const empty = await buildProduct(app.ctx, { course_ids: [gone.id], status: 1 });
    const off = await buildProduct(app.ctx, { course_ids: [course.id], status: 2 });
    app.clock.advance(61_000);
    const { products } = (await get('/open/site')).body;
    expect(products.slice(0, 2)).toMatchObject([
      { id: minutes.id, course_count: 0, ai_seconds: 1800 },
      { id: older.id, course_count: 1, refund_days: 7 },
    ]);
    expect(products.map(({ id }: { id: number }) => id)).not.toContain(empty.id);
    expect(products.map(({ id }: { id: number }) => id)).not.toContain(off.id);
  });

  it('finds nothing that is not on sale or not a number', async () => {
    const { course } = await addCourse({});
    const off = await buildProduct(app.ctx, { course_ids: [course.id], status: 2 });
    const replies = await Promise.all([off.id, 999_999, 'abc'].map((id) => get(`/open/products/${id}`)));
    expect(replies.map((reply) => [reply.status, reply.body.code])).toEqual([
      [404, 'record.not_found'],
      [404, 'record.not_found'],
      [404, 'record.not_found'],
    ]);
  });
});

describe('GET /open/faqs', () => {
  const addFaq = (columns: { question: string; topic?: string; course_id?: number; status?: number; sort?: number }) =>
    app.ctx.db
      .insertInto('faqs')
      .values({ answer: '回答。', ...columns })
      .returning('id')
      .executeTakeFirstOrThrow();
  const questions = (faqs: { question: string }[]) => faqs.map(({ question }) => question);

  it('answers by topic, in the order of the school, without disabled questions and those of a course', async () => {
    const { course } = await addCourse({ title: '木工', outcomes: '看懂图纸\n\n 做一张凳子 ' });
    const { course: other } = await addCourse({ title: '竹编' });
    await addFaq({ question: '要带工具吗', course_id: course.id });
    await addFaq({ question: '停用的问题', topic: 'orders', status: 0, sort: 1 });
    await addFaq({ question: '可以开发票吗', topic: 'orders', sort: 2 });
    const { status, body } = await get('/open/faqs');
    expect([status, body.data.map((one: { topic: string }) => one.topic)]).toEqual([
      200,
      ['learning', 'cards', 'orders', 'account'],
    ]);
    expect(questions(body.data[2].faqs)).toEqual(['可以开发票吗', '买了以后可以退吗', '付了款，课程还没开通怎么办']);
    expect(JSON.stringify(body)).not.toMatch(/停用的问题|要带工具吗/);
    const inEnglish = await app.http('GET', '/open/faqs', { headers: { language: 'en' } });
    expect(questions(inEnglish.body.data[2].faqs)).toEqual([
      '可以开发票吗',
      'Can I return what I bought?',
      'I have paid, but the course is not open',
    ]);
    const untranslated = inEnglish.body.data
      .flatMap((one: { faqs: { question: string; answer: string }[] }) => one.faqs)
      .filter(({ question, answer }: { question: string; answer: string }) =>
        /[\u4e00-\u9fff]/.test(question + answer),
      );
    expect(questions(untranslated)).toEqual(['可以开发票吗']);
    const own = (await get(`/open/courses/${course.id}`)).body;
    expect([questions(own.faqs).slice(0, 2), own.outcomes]).toEqual([
      ['要带工具吗', '可以开发票吗'],
      ['看懂图纸', '做一张凳子'],
    ]);
    expect(questions((await get(`/open/courses/${other.id}`)).body.faqs)).not.toContain('要带工具吗');
  });
});
