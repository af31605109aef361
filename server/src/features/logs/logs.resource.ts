import { sql } from 'kysely';
import * as logsApi from '@kaike/shared/contracts/logs';
import { logs } from '@kaike/shared/resources/logs';
import { isOfSchool, route } from '../../core/route.ts';
import { defineBehaviour } from '../../kit/behaviour.ts';
import { placeOfIp } from '../../kit/place-of-ip.ts';
import { wordRoleLabels } from '../roles/public.ts';
import { readChainCheck, startChainCheck } from './chain-check.ts';
import { readLoggedActions } from './logged-actions.read.ts';
import { readLogDetail } from './log-detail.read.ts';
import { readRecordHistory } from './record-history.read.ts';
import { restoreField } from './restore-field.ts';
import { wordTitles } from './worded-titles.ts';

/** Derived from the IP address, which is in the chain; the column `address` is not and is never filled. */
const place = placeOfIp(sql`r.ip`);

/** Written by the engine only; the table rejects every other change. */
export const logsBehaviour = defineBehaviour(logs, {
  computed: { address: place },
  choices: async ({ ctx, locale }) => ({ resource: await ctx.resources.labels(locale) }),
  present: {
    needs: ['resource', 'record_title'],
    words: async (call, rows) => {
      await wordTitles(call, rows);
      wordRoleLabels(call.locale, rows, 'role_id');
    },
  },
  extend: readLogDetail,
  routes: [
    route.admin(logsApi.getRecordHistory, {
      permission: 'admin.logs.list',
      handler: (call) => readRecordHistory(call, call.query),
    }),
    route.admin(logsApi.listLoggedActions, {
      permission: 'admin.logs.list',
      handler: (call) => readLoggedActions(call),
    }),
    route.admin(logsApi.getChainCheck, { permission: 'admin.logs.list', admits: isOfSchool, handler: readChainCheck }),
    route.admin(logsApi.startChainCheck, {
      permission: 'admin.logs.list',
      admits: isOfSchool,
      handler: startChainCheck,
    }),
    route.admin(logsApi.restoreField, {
      permission: 'admin.logs.show',
      handler: (call) => restoreField(call, { log_id: call.params.id, field: call.body.field }),
    }),
  ],
});
