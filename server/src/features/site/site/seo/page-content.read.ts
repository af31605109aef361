import { defaultLocale } from '@kaike/shared/locales/languages';
import { sql } from 'kysely';
import type { SiteCourse } from '@kaike/shared/contracts/site/site';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { Translate } from '@kaike/shared/kit/wording';
import type { Context } from '../../../../core/context.ts';
import { loadAiPeoples, loadAiScenes } from '../reads/ai-teachers.read.ts';
import { loadAgencyInvitation } from '../reads/agency.read.ts';
import { loadApps, loadSubjects, loadTeachers } from '../reads/catalog.read.ts';
import { loadSiteCourse } from '../reads/course.read.ts';
import { isPlayable } from '../../../ai/scenes/public.ts';
import { getAgreement } from '../../../auth/login/public.ts';
import { escapeHtml, inOneLine, linkList, paragraph, plainText } from './html.ts';
import { loadFaqs } from '../reads/faqs.read.ts';
import { isPublicMessage, findMessage, loadMessages } from '../reads/messages.read.ts';
import { loadPublicCourses } from '../public-courses.ts';
import { loadSite } from '../reads/site.read.ts';

/** The content of a page for search engines; `data` is its JSON-LD without context, URL and provider. */
export type PageContent = {
  title: string;
  description: string;
  image: string | null;
  body: string;
  data: object | null;
  type: 'website' | 'article' | 'profile';
};
export type PageRequest = { ctx: Context; t: Translate; id: number; school: string };

const maxListed = 100;
const maxDetailLength = 3000;
const fenPerYuan = 100;

const plain = { image: null, data: null, type: 'website' } as const;
const courseLinks = (courses: readonly SiteCourse[]): string =>
  linkList(
    courses.map((course) => ({ href: `/open/courses/${course.id}`, title: course.title, text: course.subtitle })),
  );

async function homePage({ ctx, t, school }: PageRequest): Promise<PageContent> {
  const site = await loadSite(ctx);
  const items = site.columns.flatMap((column) =>
    column.items.filter((item) => item.url.startsWith('/') && item.title !== ''),
  );
  const body = [
    paragraph(t('site.home.text')),
    linkList(items.map((item) => ({ href: item.url, title: item.title, text: item.text }))),
    `<h2>${escapeHtml(t('site.home.newest'))}</h2>`,
    courseLinks(site.courses),
    `<h2>${escapeHtml(t('site.subjects.title'))}</h2>`,
    linkList(
      site.subjects.map((subject) => ({
        href: `/open/courses?subject_id=${subject.id}`,
        title: subject.name,
        text: subject.intro,
      })),
    ),
    `<h2>${escapeHtml(t('site.teachers.title'))}</h2>`,
    linkList(
      site.teachers.map((teacher) => ({
        href: `/open/teachers/${teacher.id}`,
        title: teacher.name,
        text: teacher.title,
      })),
    ),
  ];
  return {
    ...plain,
    title: t('site.home.page'),
    description: t('site.home.description', { school }),
    body: body.join(''),
    data: { '@type': 'EducationalOrganization', name: school },
  };
}

async function coursesPage({ ctx, t, school }: PageRequest): Promise<PageContent> {
  const courses = await loadPublicCourses(ctx.db, { where: sql`true`, limit: maxListed });
  return {
    ...plain,
    title: t('site.courses.title'),
    description: t('site.courses.description', { school, count: courses.length }),
    body: courseLinks(courses),
  };
}

async function coursePage({ ctx, t, id }: PageRequest): Promise<PageContent | null> {
  const siteCourse = await loadSiteCourse(ctx.db, id, defaultLocale);
  if (!siteCourse) return null;
  const { course, intro, detail, teachers, chapters } = siteCourse;
  const words = plainText(detail);
  const description = [course.subtitle, inOneLine(intro) || words].filter(Boolean).join('。');
  const outline = chapters.map(
    (chapter) =>
      `<h3>${escapeHtml(chapter.title)}</h3><ol>${chapter.lessons.map((lesson) => `<li>${escapeHtml(lesson.title)}</li>`).join('')}</ol>`,
  );
  const body = [
    paragraph(course.subtitle),
    paragraph(inOneLine(intro)),
    paragraph(words.slice(0, maxDetailLength)),
    `<h2>${escapeHtml(t('site.course.outline'))}</h2>`,
    ...outline,
    linkList(
      teachers.map((teacher) => ({ href: `/open/teachers/${teacher.id}`, title: teacher.name, text: teacher.title })),
    ),
  ];
  const data = {
    '@type': 'Course',
    name: course.title,
    description,
    ...(teachers.length > 0
      ? { instructor: teachers.map((teacher) => ({ '@type': 'Person', name: teacher.name })) }
      : {}),
    // A course sold only in bundles has no price of its own.
    ...(course.is_free || course.sale_price > 0
      ? {
          offers: {
            '@type': 'Offer',
            category: course.is_free ? 'Free' : 'Paid',
            price: course.is_free ? 0 : course.sale_price / fenPerYuan,
            priceCurrency: 'CNY',
          },
        }
      : {}),
  };
  return { title: course.title, description, image: course.cover, body: body.join(''), data, type: 'article' };
}

async function subjectsPage({ ctx, t, school }: PageRequest): Promise<PageContent> {
  const subjects = await loadSubjects(ctx.db);
  const links = subjects.map((subject) => ({
    href: `/open/courses?subject_id=${subject.id}`,
    title: subject.name,
    text: subject.intro,
  }));
  return {
    ...plain,
    title: t('site.subjects.title'),
    description: t('site.subjects.description', { school }),
    body: linkList(links),
  };
}

async function teachersPage({ ctx, t, school }: PageRequest): Promise<PageContent> {
  const teachers = await loadTeachers(ctx.db, { limit: maxListed, offset: 0 });
  const links = teachers.map((teacher) => ({
    href: `/open/teachers/${teacher.id}`,
    title: teacher.name,
    text: teacher.title,
  }));
  return {
    ...plain,
    title: t('site.teachers.title'),
    description: t('site.teachers.description', { school }),
    body: linkList(links),
  };
}

async function teacherPage({ ctx, id }: PageRequest): Promise<PageContent | null> {
  const [[teacher], courses] = await Promise.all([
    loadTeachers(ctx.db, { limit: 1, offset: 0, id }),
    loadPublicCourses(ctx.db, { where: sql`c.teacher_ids @> array[${id}::bigint]`, limit: maxListed }),
  ]);
  if (!teacher) return null;
  const description = [teacher.title, inOneLine(teacher.intro)].filter(Boolean).join('。');
  const body = [paragraph(teacher.title), paragraph(inOneLine(teacher.intro)), courseLinks(courses)];
  return {
    title: teacher.name,
    description,
    image: teacher.avatar,
    body: body.join(''),
    data: teacher.is_ai ? null : { '@type': 'Person', name: teacher.name, jobTitle: teacher.title, description },
    type: 'profile',
  };
}

async function aiPeoplesPage({ ctx, t, school }: PageRequest): Promise<PageContent> {
  const links = (await loadAiPeoples(ctx, defaultLocale)).map((person) => ({
    href: `/open/ai-peoples/${person.id}`,
    title: person.name,
    text: [person.accent, `${person.cefr_min}–${person.cefr_max}`].filter(Boolean).join(' · '),
  }));
  return {
    ...plain,
    title: t('site_ai.peoples.title'),
    description: t('site_ai.peoples.description', { school }),
    body: linkList(links),
  };
}

async function aiPersonPage({ ctx, t, id, school }: PageRequest): Promise<PageContent | null> {
  const person = (await loadAiPeoples(ctx, defaultLocale)).find((row) => row.id === id);
  if (!person) return null;
  const { name, avatar, greeting } = person;
  return {
    ...plain,
    title: name,
    description: t('site_ai.peoples.one', { name, school }),
    image: avatar,
    body: paragraph(greeting),
  };
}

async function aiScenesPage({ ctx, t, school }: PageRequest): Promise<PageContent> {
  const links = (await loadAiScenes(ctx)).map((scene) => ({
    href: `/open/ai-prompt-templates/${scene.id}`,
    title: scene.name,
    text: t('site_ai.scenes.minutes', { count: scene.minutes }),
  }));
  return {
    ...plain,
    title: t('site_ai.scenes.title'),
    description: t('site_ai.scenes.description', { school }),
    body: linkList(links),
  };
}

async function aiScenePage({ ctx, t, id, school }: PageRequest): Promise<PageContent | null> {
  const scene = (await loadAiScenes(ctx)).find((row) => row.id === id);
  if (!scene) return null;
  return {
    ...plain,
    title: scene.name,
    description: t('site_ai.scenes.one', { name: scene.name, school }),
    body: paragraph(t('site_ai.scenes.minutes', { count: scene.minutes })),
  };
}

async function messagesPage({ ctx, t, school }: PageRequest): Promise<PageContent> {
  const messages = await loadMessages(ctx.db, { limit: maxListed, offset: 0 });
  const links = messages.map((message) => ({
    href: `/open/messages/${message.id}`,
    title: message.title,
    text: message.summary,
  }));
  return {
    ...plain,
    title: t('site.messages.title'),
    description: t('site.messages.description', { school }),
    body: linkList(links),
  };
}

async function messagePage({ ctx, id }: PageRequest): Promise<PageContent | null> {
  const message = await findMessage(ctx.db, id);
  if (!message) return null;
  const words = plainText(message.body);
  const data = { '@type': 'NewsArticle', headline: message.title, datePublished: message.sent_at.toISOString() };
  return {
    title: message.title,
    description: words,
    image: null,
    body: paragraph(words.slice(0, maxDetailLength)),
    data,
    type: 'article',
  };
}

async function faqsPage({ ctx, t, school }: PageRequest): Promise<PageContent> {
  const faqs = (await loadFaqs(ctx.db, defaultLocale)).flatMap((topic) => topic.faqs);
  return {
    ...plain,
    title: t('site.faqs.title'),
    description: t('site.faqs.description', { school }),
    body: faqs.map(({ question, answer }) => paragraph(question) + paragraph(answer)).join(''),
    data: {
      '@type': 'FAQPage',
      mainEntity: faqs.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  };
}

async function appsPage({ ctx, t, school }: PageRequest): Promise<PageContent> {
  const apps = await loadApps(ctx.db);
  const body = apps.map((app) => paragraph(`${t(`site.apps.platforms.${app.platform}`)} ${app.version_name}`));
  return {
    ...plain,
    title: t('site.apps.title'),
    description: t('site.apps.description', { school }),
    body: body.join(''),
  };
}

async function agreementPage(request: PageRequest): Promise<PageContent> {
  const { title, content } = await getAgreement(request);
  return {
    ...plain,
    title,
    description: plainText(content),
    body: content
      .split(/\n+/)
      .map((line) => paragraph(plainText(line)))
      .join(''),
  };
}

async function agencyPage({ ctx, t, school }: PageRequest, code: string): Promise<PageContent | null> {
  const invitation = await loadAgencyInvitation(ctx.db, code);
  if (!invitation) return null;
  const { name, courses } = invitation;
  return {
    ...plain,
    title: t('site.agency.title', { name }),
    description: t('site.agency.description', { name, school }),
    body: paragraph(t('site.agency.text', { name })) + courseLinks(courses),
  };
}

const withoutId: Record<string, (request: PageRequest) => Promise<PageContent | null>> = {
  '/open': homePage,
  '/open/index': homePage,
  '/open/courses': coursesPage,
  '/open/subjects': subjectsPage,
  '/open/teachers': teachersPage,
  '/open/ai-peoples': aiPeoplesPage,
  '/open/ai-prompt-templates': aiScenesPage,
  '/open/apps': appsPage,
  '/open/help': faqsPage,
  '/open/messages': messagesPage,
  '/open/agreement': agreementPage,
};
const withId: Record<string, (request: PageRequest) => Promise<PageContent | null>> = {
  courses: coursePage,
  teachers: teacherPage,
  messages: messagePage,
  'ai-peoples': aiPersonPage,
  'ai-prompt-templates': aiScenePage,
};

/** The reader for the page at a path; null when the page is not for search engines. */
export function contentAt(
  path: string,
): { read: (request: PageRequest) => Promise<PageContent | null>; id: number } | null {
  const plainPage = Object.hasOwn(withoutId, path) ? withoutId[path] : undefined;
  if (plainPage) return { read: plainPage, id: 0 };
  const [, code] = /^\/open\/agencies\/([\w-]{1,40})$/.exec(path) ?? [];
  if (code) return { read: (request) => agencyPage(request, code), id: 0 };
  const [, kind, id] =
    /^\/open\/(courses|teachers|messages|ai-peoples|ai-prompt-templates)\/(\d{1,15})$/.exec(path) ?? [];
  const one = kind ? withId[kind] : undefined;
  return one ? { read: one, id: Number(id) } : null;
}

type Entry = { path: string; changed_at: Date | null };

/** Every public page with the time of its last change. */
export async function loadPublicPaths(ctx: Context): Promise<Entry[]> {
  const hasVendor = (await ctx.adapters.chat.vendor()) !== null;
  const { rows } = await sql<Entry>`
    (select '/open/courses/' || c.id as path, c.updated_at as changed_at from courses c where c.deleted_at is null and c.status = 1 order by c.id limit 40000)
    union all (select '/open/teachers/' || t.id, t.updated_at from teachers t where t.deleted_at is null and t.status = ${switchStatus.on} order by t.id limit 9000)
    union all (select '/open/ai-peoples/' || p.id, p.updated_at from ai_peoples p where p.deleted_at is null and p.for_minors and p.status = ${switchStatus.on} order by p.id limit 200)
    union all (select '/open/ai-prompt-templates/' || t.id, t.published_at from ai_prompt_templates t where ${isPlayable(hasVendor)} order by t.id limit 200)
    union all (select '/open/messages/' || m.id, m.sent_at from messages m where ${isPublicMessage} order by m.sent_at desc limit 900)`.execute(
    ctx.db,
  );
  const fixed = [
    '/open/index',
    '/open/courses',
    '/open/subjects',
    '/open/teachers',
    '/open/messages',
    '/open/ai-peoples',
    '/open/ai-prompt-templates',
    '/open/apps',
    '/open/help',
    '/open/agreement',
  ].map((path) => ({ path, changed_at: null }));
  return [...fixed, ...rows];
}
