import { sql } from 'kysely';
import * as logsApi from '@kaike/shared/contracts/office/logs';
import { logs } from '@kaike/shared/resources/office/logs';
import { isOfSchool, route } from '../../../core/route.ts';
import { defineBehaviour } from '../../../kit/behaviour.ts';
import { ipLocation } from '../../../kit/ip-location.ts';
import { wordRoleLabels } from '../../people/roles/public.ts';
import { getChainCheck } from './handlers/get-chain-check.ts';
import { startChainCheck } from './handlers/start-chain-check.ts';
import { listLoggedActions } from './handlers/list-logged-actions.ts';
import { loadLogDetail } from './log-detail.read.ts';
import { getRecordHistory } from './handlers/get-record-history.ts';
import { restoreField } from './handlers/restore-field.ts';
import { wordTitles } from './worded-titles.ts';

/** Derived from the IP address, which is in the chain; the column `address` is not and is never filled. */
const place = ipLocation(sql`r.ip`);

/** Written by the engine only; the table rejects every other change. */
export const logsBehaviour = defineBehaviour(logs, {
  computed: { address: place },
  choices: async ({ ctx, locale }) => ({ resource: await ctx.resources.labels(locale) }),
  present: {
    fields: ['resource', 'record_title'],
    words: async (call, rows) => {
      await wordTitles(call, rows);
      wordRoleLabels(call.locale, rows, 'role_id');
    },
  },
  extend: loadLogDetail,
  routes: [
    route.admin(logsApi.getRecordHistory, {
      permission: 'admin.logs.list',
      handler: getRecordHistory,
    }),
    route.admin(logsApi.listLoggedActions, {
      permission: 'admin.logs.list',
      handler: listLoggedActions,
    }),
    route.admin(logsApi.getChainCheck, { permission: 'admin.logs.list', admits: isOfSchool, handler: getChainCheck }),
    route.admin(logsApi.startChainCheck, {
      permission: 'admin.logs.list',
      admits: isOfSchool,
      handler: startChainCheck,
    }),
    route.admin(logsApi.restoreField, {
      permission: 'admin.logs.show',
      handler: restoreField,
    }),
  ],
});
