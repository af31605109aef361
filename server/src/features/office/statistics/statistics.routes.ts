import * as statistics from '@kaike/shared/contracts/office/statistics';
import { isOfSchool, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { getAiSpeeds } from './handlers/get-ai-speeds.ts';
import { getCardCounts } from './handlers/get-card-counts.ts';
import { exportCardCounts } from './handlers/export-card-counts.ts';
import { getMemberCounts } from './handlers/get-member-counts.ts';
import { exportMemberCounts } from './handlers/export-member-counts.ts';
import { getSmsCounts } from './handlers/get-sms-counts.ts';
import { exportSmsCounts } from './handlers/export-sms-counts.ts';
import { getAiCounts } from './handlers/get-ai-counts.ts';
import { exportAiCounts } from './handlers/export-ai-counts.ts';

/** Counts over a period: cards created, issued and activated; members joined, activated and studying; text messages and their cost; the AI teacher's cost. */
export const statisticsFeature: Feature = {
  routes: [
    route.admin(statistics.getCardCounts, {
      permission: 'admin.card-counts.list',
      handler: getCardCounts,
    }),
    route.admin(statistics.exportCardCounts, {
      permission: 'admin.card-counts.export',
      handler: exportCardCounts,
    }),
    route.admin(statistics.getMemberCounts, {
      permission: 'admin.member-counts.list',
      handler: getMemberCounts,
    }),
    route.admin(statistics.exportMemberCounts, {
      permission: 'admin.member-counts.export',
      handler: exportMemberCounts,
    }),
    route.admin(statistics.getSmsCounts, {
      permission: 'admin.sms-counts.list',
      admits: isOfSchool,
      handler: getSmsCounts,
    }),
    route.admin(statistics.exportSmsCounts, {
      permission: 'admin.sms-counts.export',
      admits: isOfSchool,
      handler: exportSmsCounts,
    }),
    route.admin(statistics.getAiCounts, {
      permission: 'admin.ai-counts.list',
      admits: isOfSchool,
      handler: getAiCounts,
    }),
    route.admin(statistics.getAiSpeeds, {
      permission: 'admin.ai-counts.list',
      admits: isOfSchool,
      handler: getAiSpeeds,
    }),
    route.admin(statistics.exportAiCounts, {
      permission: 'admin.ai-counts.export',
      admits: isOfSchool,
      handler: exportAiCounts,
    }),
  ],
};
