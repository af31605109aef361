import { sql } from 'kysely';
import * as site from '@kaike/shared/contracts/site';
import type { QueryOf } from '@kaike/shared/kit/contract';
import type { Locale } from '@kaike/shared/locales/languages';
import { assert } from '../../core/app-error.ts';
import type { Context } from '../../core/context.ts';
import { respond } from '../../core/respond.ts';
import { route } from '../../core/route.ts';
import type { Call } from '../../core/call.ts';
import { inReadersScript } from '../../core/chinese/chinese-script.ts';
import { shippedText } from '../../core/wording.ts';
import type { Feature } from '../feature.ts';
import { speakPerson } from '../ai-talk/public.ts';
import { recordSearch, suggest } from '../search-terms/public.ts';
import { readAgencyInvitation } from './agency.read.ts';
import { readAiPeoples, readAiScenes } from './ai-teachers.read.ts';
import { readApps, readPictures, readSubjects, readTeachers, teachersPerPage } from './catalog.read.ts';
import { readColumns } from './columns.read.ts';
import { readSiteCourse } from './course.read.ts';
import { readFaqs } from './faqs.read.ts';
import { findCourses, suggestTitles, wordsFindingCourses } from './find-courses.read.ts';
import { cachedForMinute, clearAfterWrites, sendCached } from './cached.ts';
import { messagesPerPage, readMessage, readMessages } from './messages.read.ts';
import { readSiteProduct } from './product.read.ts';
import { readPublicCourses } from './public-courses.ts';
import { readSite } from './site.read.ts';
import { mountSitemap } from './seo/sitemap.ts';
import { mountWebManifest } from './seo/web-manifest.ts';

/** Far above normal browsing; schools share one address. */
const reading = { by: 'ip', max: 600, seconds: 60, is_loose: true } as const;
const searching = { by: 'ip', max: 240, seconds: 60, is_loose: true } as const;
/** Each may have a text spoken that nobody heard before. */
const hearing = { by: 'ip', max: 60, seconds: 60 } as const;
const maxOfTeacher = 50;
const maxWords = 4;
const agencyCode = /^[\w-]{1,40}$/;

function readCode(text: string): string {
  assert(agencyCode.test(text), 'record.not_found');
  return text.toLowerCase();
}

function existing<T>(row: T | null | undefined): T {
  assert(row, 'record.not_found');
  return row;
}

type ListSource<T> = { key: string; read: (ctx: Context) => Promise<T[]> };

const subjectList = { key: 'subjects', read: ({ db }) => readSubjects(db) } satisfies ListSource<unknown>;
const appList = { key: 'apps', read: ({ db }) => readApps(db) } satisfies ListSource<unknown>;
const personList = (locale: Locale) =>
  ({ key: `ai-peoples ${locale}`, read: (ctx) => readAiPeoples(ctx, locale) }) satisfies ListSource<unknown>;
const sceneList = (locale: Locale) =>
  ({
    key: `ai-scenes ${locale}`,
    read: async (ctx) =>
      inReadersScript(
        locale,
        (await readAiScenes(ctx)).map((scene) => ({ ...scene, name: shippedText(scene.name, locale) })),
      ),
  }) satisfies ListSource<unknown>;

const rowsOf = <T>({ ctx }: Pick<Call, 'ctx'>, { key, read }: ListSource<T>): Promise<T[]> =>
  cachedForMinute(ctx, key, () => read(ctx));

const listOf = <T>(call: Call, source: ListSource<T>) =>
  sendCached(call, source.key, async () => ({ data: await rowsOf(call, source) }));

/** The row of a list with this id. */
const oneOf = <T extends { id: number }>(
  call: Call<Call['actor'], unknown, unknown, { id: number }>,
  source: ListSource<T>,
) =>
  sendCached(call, `${source.key} ${call.params.id}`, async () => ({
    row: existing((await rowsOf(call, source)).find((row) => row.id === call.params.id)),
  }));

async function readTeacher({ ctx }: Call, id: number) {
  const [[row], pictures, courses] = await Promise.all([
    readTeachers(ctx.db, { limit: 1, offset: 0, id }),
    readPictures(ctx.db, id),
    readPublicCourses(ctx.db, { where: sql`c.teacher_ids @> array[${id}::bigint]`, limit: maxOfTeacher }),
  ]);
  return { row: existing(row), pictures, courses };
}

async function teachersOf(call: Call, page: number) {
  return sendCached(call, `teachers ${page}`, async () => {
    const rows = await readTeachers(call.ctx.db, { limit: teachersPerPage + 1, offset: (page - 1) * teachersPerPage });
    return { data: rows.slice(0, teachersPerPage), current_page: page, has_more: rows.length > teachersPerPage };
  });
}

async function messagesOf(call: Call, page: number) {
  return sendCached(call, `messages ${page}`, async () => {
    const [columns, rows] = await Promise.all([
      page === 1 ? readColumns(call.ctx, 'article') : [],
      readMessages(call.ctx.db, { limit: messagesPerPage + 1, offset: (page - 1) * messagesPerPage }),
    ]);
    return {
      columns,
      data: rows.slice(0, messagesPerPage),
      current_page: page,
      has_more: rows.length > messagesPerPage,
    };
  });
}

async function messageOf({ ctx }: Call, id: number) {
  const row = existing(await readMessage(ctx.db, id));
  return { row: { ...row, sent_at: row.sent_at.toISOString() } };
}

/** One page of courses; a search term is counted once, with its first page. What nobody searched for is the same for all. */
async function search(call: Call<Call['actor'], unknown, QueryOf<typeof site.listCourses>>) {
  const { ctx, query } = call;
  const { subject_id } = query;
  const [page, sort] = [query.page ?? 1, query.sort ?? 'default'];
  const text = query.text?.trim() ?? '';
  const find = () => findCourses(ctx.db, { text, subject_id, sort, page });
  if (text === '') return sendCached(call, `courses ${subject_id ?? ''} ${sort} ${page}`, find);
  const results = await find();
  if (page === 1) await recordSearch(ctx.db, { word: text, results: results.total, now: ctx.clock() });
  return respond(results, {});
}

/** The school's own words, and those searched for that still find something: a course may have been hidden since. */
async function suggestWords(ctx: Context, prefix: string): Promise<string[]> {
  const terms = await suggest(ctx.db, prefix);
  const searched = terms.filter((term) => !term.is_pinned).map(({ word }) => word);
  const finding = await cachedForMinute(ctx, `finding ${JSON.stringify(searched)}`, () =>
    wordsFindingCourses(ctx.db, searched),
  );
  return terms.filter((term) => term.is_pinned || finding.includes(term.word)).map(({ word }) => word);
}

/** The public site for visitors and search engines. */
export const siteFeature: Feature = {
  routes: [
    route.open(site.getSite, {
      limit: reading,
      handler: (call) => sendCached(call, 'site', () => readSite(call.ctx)),
    }),
    route.open(site.listColumns, {
      limit: reading,
      handler: (call) => {
        const position = call.query.position ?? 'home';
        return sendCached(call, `columns ${position}`, async () => ({ data: await readColumns(call.ctx, position) }));
      },
    }),
    route.open(site.listSubjects, { limit: reading, handler: (call) => listOf(call, subjectList) }),
    route.open(site.getSubject, {
      limit: reading,
      handler: (call) => oneOf(call, subjectList),
    }),
    route.open(site.listTeachers, { limit: reading, handler: (call) => teachersOf(call, call.query.page ?? 1) }),
    route.open(site.getTeacher, {
      limit: reading,
      handler: (call) => sendCached(call, `teacher ${call.params.id}`, () => readTeacher(call, call.params.id)),
    }),
    route.open(site.listMessages, { limit: reading, handler: (call) => messagesOf(call, call.query.page ?? 1) }),
    route.open(site.getMessage, {
      limit: reading,
      handler: (call) => sendCached(call, `message ${call.params.id}`, () => messageOf(call, call.params.id)),
    }),
    route.open(site.listFaqs, {
      limit: reading,
      handler: (call) =>
        sendCached(call, `faqs ${call.locale}`, async () => ({ data: await readFaqs(call.ctx.db, call.locale) })),
    }),
    route.open(site.listApps, { limit: reading, handler: (call) => listOf(call, appList) }),
    route.open(site.getApp, {
      limit: reading,
      handler: (call) => oneOf(call, appList),
    }),
    route.open(site.listAiPeoples, { limit: reading, handler: (call) => listOf(call, personList(call.locale)) }),
    route.open(site.getAiPerson, {
      limit: reading,
      handler: (call) => oneOf(call, personList(call.locale)),
    }),
    route.open(site.synthesizeSiteSample, {
      limit: hearing,
      handler: ({ ctx, params }) => speakPerson(ctx, params.id, null),
    }),
    route.open(site.listAiScenes, { limit: reading, handler: (call) => listOf(call, sceneList(call.locale)) }),
    route.open(site.getAiScene, {
      limit: reading,
      handler: (call) => oneOf(call, sceneList(call.locale)),
    }),
    route.open(site.listSearchTerms, {
      limit: reading,
      handler: (call) =>
        sendCached(call, 'search-terms', async () => ({
          data: (await suggestWords(call.ctx, '')).map((word) => ({ word })),
        })),
    }),
    route.open(site.suggestCourses, {
      limit: searching,
      handler: async ({ ctx, query }) => {
        const text = query.text ?? '';
        const [courses, words] = await Promise.all([suggestTitles(ctx.db, text), suggestWords(ctx, text)]);
        return { courses, words: words.slice(0, maxWords) };
      },
    }),
    route.open(site.listCourses, { limit: searching, handler: search }),
    route.open(site.getAgencyInvitation, {
      limit: searching,
      handler: (call) => {
        const code = readCode(call.params.code);
        return sendCached(call, `agency ${code}`, async () => existing(await readAgencyInvitation(call.ctx.db, code)));
      },
    }),
    route.open(site.getSiteProduct, {
      limit: reading,
      handler: (call) =>
        sendCached(call, `product ${call.params.id}`, async () =>
          existing(await readSiteProduct(call.ctx.db, call.params.id)),
        ),
    }),
    route.open(site.getSiteCourse, {
      limit: reading,
      handler: (call) =>
        sendCached(call, `course ${call.params.id} ${call.locale}`, async () =>
          existing(await readSiteCourse(call.ctx.db, call.params.id, call.locale)),
        ),
    }),
  ],
  mount: (app, options) => {
    clearAfterWrites(app, options.ctx);
    mountSitemap(app, options);
    mountWebManifest(app, options);
  },
};
