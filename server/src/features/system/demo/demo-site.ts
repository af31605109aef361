import { sql } from 'kysely';
import { sendState, messageAudience, messageStatus } from '@kaike/shared/domain/messaging/message-status';
import { searchTermKind } from '@kaike/shared/domain/site/search-term';
import type { Db } from '../../../db/pool.ts';
import { addJob } from '../../../core/job.ts';
import { demoFaqs } from './content/demo-answers.ts';
import type { SeededRandom } from './random.ts';

type SeedContext = { trx: Db; random: SeededRandom; now: Date; members: readonly { id: number; joined_at: Date }[] };

const dayMs = 86_400_000;
const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs);

async function makeColumns(trx: Db): Promise<void> {
  const courses = await trx
    .selectFrom('courses')
    .select(['id', 'title', 'subtitle', 'cover'])
    .where('status', '=', 1)
    .orderBy('sort')
    .orderBy('id')
    .limit(8)
    .execute();
  const banner = courses.slice(0, 3).map(({ id, title, subtitle, cover }, index) => ({
    title,
    text: subtitle,
    image: cover,
    url: '',
    badge: index === 0 ? '新' : '',
    course_id: id,
  }));
  const { id: list } = await trx
    .insertInto('columns')
    .values({ title: '本周推荐', position: 'home', type: 'list', style: 'grid', sort: 2, items: JSON.stringify([]) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('columns')
    .values([
      { title: '首页轮播', position: 'home', type: 'banner', style: 'large', sort: 1, items: JSON.stringify(banner) },
      {
        title: '新课上架',
        position: 'course',
        type: 'list',
        style: 'strip',
        sort: 1,
        items: JSON.stringify(
          courses.slice(4).map(({ id }) => ({ title: '', text: '', image: null, url: '', badge: '', course_id: id })),
        ),
      },
    ])
    .execute();
  await sql`update courses set column_ids = array[${list}::bigint] where id = any(${courses.slice(0, 6).map((course) => course.id)}::bigint[])`.execute(
    trx,
  );
}

const sentMessages = [
  {
    title: '欢迎来到开课',
    is_public: true,
    body: '<p>激活学习卡后即可开始学习，学习记录会自动保存。</p>',
    days: -30,
    readers: 0.9,
    mail: false,
  },
  {
    title: '系统维护通知',
    is_public: true,
    body: '<p>本周六 23:00 至次日 1:00 进行系统维护，届时暂时无法播放视频。</p>',
    days: -6,
    readers: 0.55,
    mail: true,
  },
  {
    title: '学习小结上线',
    is_public: false,
    body: '<p>每周一可以在“学习记录”里打开学习小结，查看上一周学了几天、学完哪些课时、新增哪些生词。</p>',
    days: -1,
    readers: 0.2,
    mail: false,
  },
];

/** Messages delivered to every member who had joined by then; some have read them. */
async function makeSentMessages({ trx, random, now, members }: SeedContext): Promise<void> {
  for (const { title, body, is_public, days, readers, mail } of sentMessages) {
    const at = daysFrom(now, days);
    const deliveries = members
      .filter((member) => member.joined_at <= at)
      .map((member) => ({
        member_id: member.id,
        read_at: random.next() < readers ? new Date(at.getTime() + random.int(1, 600) * 60_000) : null,
      }));
    const { id } = await trx
      .insertInto('messages')
      .values({
        title,
        body,
        is_public,
        audience: messageAudience.all,
        by_mail: mail,
        status: messageStatus.sent,
        send_at: at,
        sent_at: at,
        delivery_count: deliveries.length,
        read_count: deliveries.filter((row) => row.read_at !== null).length,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = deliveries.map((row, index) => ({
      message_id: id,
      member_id: row.member_id,
      delivered_at: at,
      read_at: row.read_at !== null && row.read_at > now ? now : row.read_at,
      mail_state: mail ? (index % 12 === 0 ? sendState.failed : sendState.sent) : sendState.none,
    }));
    if (rows.length > 0) await trx.insertInto('message_deliveries').values(rows).execute();
  }
}

async function makeMessages(context: SeedContext): Promise<void> {
  const { trx, now } = context;
  await makeSentMessages(context);
  const sendAt = daysFrom(now, 3);
  const { id } = await trx
    .insertInto('messages')
    .values({
      title: '寒假课程开放选课',
      body: '<p>寒假课程已上架，名额有限，先到先得。</p>',
      audience: messageAudience.all,
      status: messageStatus.scheduled,
      send_at: sendAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(
    trx,
    'deliver_message',
    { message_id: id, send_at: sendAt.toISOString() },
    { key: `deliver_message:${id}`, run_at: sendAt },
  );
  await trx
    .insertInto('messages')
    .values({
      title: '家长会邀请（草稿）',
      body: '<p>时间和地点待定。</p>',
      audience: messageAudience.tag,
      audience_tag: '家长',
      status: messageStatus.draft,
    })
    .execute();
}

const words = [
  { word: '口语', kind: searchTermKind.pinned, sort: 1, count: 86, results: 5 },
  { word: '旅行英语', kind: searchTermKind.pinned, sort: 2, count: 64, results: 1 },
  { word: '雅思', kind: searchTermKind.normal, sort: 0, count: 41, results: 1 },
  { word: '商务英语', kind: searchTermKind.normal, sort: 0, count: 23, results: 1 },
  { word: '法语', kind: searchTermKind.normal, sort: 0, count: 12, results: 0 },
  { word: '四级答案', kind: searchTermKind.blocked, sort: 0, count: 5, results: 0 },
];

const contact = { support_phone: '400-000-0000', support_hours: '每天 9:00–21:00', icp_number: '示例ICP备00000000号' };

/** Whom learners may ask, and what stands in the foot. */
async function makeContact(trx: Db): Promise<void> {
  await trx
    .insertInto('configs')
    .values(Object.entries(contact).map(([key, value]) => ({ name: key, key, group: 'site', type: 'string', value })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

async function makeFaqs(trx: Db): Promise<void> {
  const courses = await trx
    .selectFrom('courses')
    .select(['id', 'sn'])
    .where('sn', 'in', Object.keys(demoFaqs))
    .execute();
  const rows = courses.flatMap(({ id, sn }) =>
    (demoFaqs[sn] ?? []).map((faq, index) => ({ ...faq, course_id: id, sort: (index + 1) * 10 })),
  );
  if (rows.length > 0) await trx.insertInto('faqs').values(rows).execute();
}

/** Creates the columns of the public pages, messages in several states, app versions and search terms. */
export async function makeSite(context: SeedContext): Promise<void> {
  const { trx, now } = context;
  await makeColumns(trx);
  await makeContact(trx);
  await makeFaqs(trx);
  await makeMessages(context);
  await trx
    .insertInto('apps')
    .values([
      {
        platform: 'android',
        version_name: '1.2.0',
        min_version: '1.0.0',
        notes: '视频可以后台播放。',
        url: 'https://example.com/kaike-1.2.0.apk',
        status: 1,
      },
      {
        platform: 'ios',
        version_name: '1.1.0',
        notes: '修复已知问题。',
        url: 'https://example.com/kaike-ios',
        status: 0,
      },
    ])
    .execute();
  await trx
    .insertInto('search_terms')
    .values(words.map((word, index) => ({ ...word, last_at: daysFrom(now, -index) })))
    .execute();
}
