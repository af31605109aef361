import * as site from '@kaike/shared/contracts/site/site';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { clearAfterWrites } from './cached.ts';
import { mountSitemap } from './seo/sitemap.ts';
import { mountWebManifest } from './seo/web-manifest.ts';
import { getSite } from './handlers/get-site.ts';
import { listColumns } from './handlers/list-columns.ts';
import { listSubjects } from './handlers/list-subjects.ts';
import { getSubject } from './handlers/get-subject.ts';
import { listTeachers } from './handlers/list-teachers.ts';
import { getTeacher } from './handlers/get-teacher.ts';
import { listMessages } from './handlers/list-messages.ts';
import { getMessage } from './handlers/get-message.ts';
import { listFaqs } from './handlers/list-faqs.ts';
import { listApps } from './handlers/list-apps.ts';
import { getApp } from './handlers/get-app.ts';
import { listAiPeoples } from './handlers/list-ai-peoples.ts';
import { getAiPerson } from './handlers/get-ai-person.ts';
import { synthesizeSiteSample } from './handlers/synthesize-site-sample.ts';
import { listAiScenes } from './handlers/list-ai-scenes.ts';
import { getAiScene } from './handlers/get-ai-scene.ts';
import { listSearchTerms } from './handlers/list-search-terms.ts';
import { suggestCourses } from './handlers/suggest-courses.ts';
import { listCourses } from './handlers/list-courses.ts';
import { getAgencyInvitation } from './handlers/get-agency-invitation.ts';
import { getSiteProduct } from './handlers/get-site-product.ts';
import { getSiteCourse } from './handlers/get-site-course.ts';

/** Far above normal browsing; schools share one address. */
const reading = { by: 'ip', max: 600, seconds: 60, is_loose: true } as const;
const searching = { by: 'ip', max: 240, seconds: 60, is_loose: true } as const;
/** Each may have a text spoken that nobody heard before. */
const hearing = { by: 'ip', max: 60, seconds: 60 } as const;

/** The public site for visitors and search engines. */
export const siteFeature: Feature = {
  routes: [
    route.open(site.getSite, {
      limit: reading,
      handler: getSite,
    }),
    route.open(site.listColumns, {
      limit: reading,
      handler: listColumns,
    }),
    route.open(site.listSubjects, { limit: reading, handler: listSubjects }),
    route.open(site.getSubject, {
      limit: reading,
      handler: getSubject,
    }),
    route.open(site.listTeachers, { limit: reading, handler: listTeachers }),
    route.open(site.getTeacher, {
      limit: reading,
      handler: getTeacher,
    }),
    route.open(site.listMessages, { limit: reading, handler: listMessages }),
    route.open(site.getMessage, {
      limit: reading,
      handler: getMessage,
    }),
    route.open(site.listFaqs, {
      limit: reading,
      handler: listFaqs,
    }),
    route.open(site.listApps, { limit: reading, handler: listApps }),
    route.open(site.getApp, {
      limit: reading,
      handler: getApp,
    }),
    route.open(site.listAiPeoples, { limit: reading, handler: listAiPeoples }),
    route.open(site.getAiPerson, {
      limit: reading,
      handler: getAiPerson,
    }),
    route.open(site.synthesizeSiteSample, {
      limit: hearing,
      handler: synthesizeSiteSample,
    }),
    route.open(site.listAiScenes, { limit: reading, handler: listAiScenes }),
    route.open(site.getAiScene, {
      limit: reading,
      handler: getAiScene,
    }),
    route.open(site.listSearchTerms, {
      limit: reading,
      handler: listSearchTerms,
    }),
    route.open(site.suggestCourses, {
      limit: searching,
      handler: suggestCourses,
    }),
    route.open(site.listCourses, { limit: searching, handler: listCourses }),
    route.open(site.getAgencyInvitation, {
      limit: searching,
      handler: getAgencyInvitation,
    }),
    route.open(site.getSiteProduct, {
      limit: reading,
      handler: getSiteProduct,
    }),
    route.open(site.getSiteCourse, {
      limit: reading,
      handler: getSiteCourse,
    }),
  ],
  mount: (app, options) => {
    clearAfterWrites(app, options.ctx);
    mountSitemap(app, options);
    mountWebManifest(app, options);
  },
};
