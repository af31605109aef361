import type { Todo } from '@kaike/shared/contracts/office/dashboard';
import { hasPermission } from '../../../core/actor.ts';
import { showsCodes } from '../../../config.ts';
import { lastProof } from '../../agencies/agencies/public.ts';
import { countPassed } from '../../ai/usage/public.ts';
import { lastSecondsDrift } from '../../ai/seconds/public.ts';
import { isRegistrationShut } from '../../auth/login/public.ts';
import { hasStoppedMove } from '../../catalog/files/public.ts';
import { lastForeignLines } from '../../commerce/ledgers/public.ts';
import { findMissingKey } from '../../commerce/orders/public.ts';
import { loadMachine } from './machine.read.ts';
import type { DashboardReader } from './reader.ts';

const aiServices = ['chat', 'speech', 'transcription', 'moderation', 'translation'] as const;

type Ways = Todo['ways'];

const alarm = (key: string, count: number, ways: string | Ways): Todo => ({
  resource: null,
  key,
  tone: 'danger',
  count,
  since: null,
  sum: null,
  names: [],
  ways: typeof ways === 'string' ? [{ verb: null, url: ways }] : ways,
});

/** Results of the nightly checks of both ledgers that do not add up, and lines that the sealing of the last minutes refused. */
async function readDrifts({ ctx, actor }: DashboardReader): Promise<Todo[]> {
  const seesNumbers = hasPermission(actor, 'admin.card-num-logs.list');
  const seesSeconds = hasPermission(actor, 'admin.ai-second-logs.list');
  const foreign = await lastForeignLines(ctx);
  return [
    alarm('ledger_foreign', seesNumbers ? foreign.quota : 0, '/admin/card-num-logs'),
    alarm('seconds_foreign', seesSeconds ? foreign.seconds : 0, '/admin/ai-second-logs'),
    alarm('ledger_drift', seesNumbers ? ((await lastProof(ctx))?.drift_count ?? 0) : 0, '/admin/card-num-logs'),
    alarm('seconds_drift', seesSeconds ? await lastSecondsDrift(ctx) : 0, '/admin/ai-second-logs'),
  ];
}

/** What services of the AI teacher need somebody for: an account that is refused, and a day that costs more than expected. */
async function readServices({ ctx, actor }: DashboardReader): Promise<Todo[]> {
  const refused: Todo[] = [];
  for (const service of hasPermission(actor, 'admin.configs.list') ? aiServices : [])
    if (await ctx.adapters[service].isRefused())
      refused.push(alarm(`${service}_refused`, 1, `/admin/configs?group=${service}`));
  const passed = hasPermission(actor, 'admin.ai-budgets.list') ? await countPassed(ctx) : 0;
  return [...refused, alarm('ai_cost', passed, '/admin/ai-budgets')];
}

const channels: Ways = [
  { verb: 'set_up_sms', url: '/admin/configs?group=sms' },
  { verb: 'set_up_mail', url: '/admin/configs?group=mail' },
];

/** What keeps learners out, or a work from its end. Where codes are shown on a page, nobody is kept out. */
async function readSetup({ ctx, actor }: DashboardReader): Promise<Todo[]> {
  if (!hasPermission(actor, 'admin.configs.list')) return [];
  const { settings, config } = ctx;
  const contacts = await Promise.all([settings.get('support_phone'), settings.get('support_qr')]);
  const serial = await findMissingKey(ctx);
  const isMute = !showsCodes(config) && contacts.every((contact) => !contact);
  return [
    alarm('no_registration', (await isRegistrationShut(ctx)) ? 1 : 0, channels),
    alarm('sms_failing', (await ctx.adapters.sms.is_failing()) ? 1 : 0, '/admin/configs?group=sms'),
    alarm('mail_failing', (await ctx.adapters.mail.is_failing()) ? 1 : 0, '/admin/configs?group=mail'),
    {
      ...alarm('pay_key_missing', serial === null ? 0 : 1, '/admin/configs?group=payment'),
      names: serial === null ? [] : [serial],
    },
    alarm('no_contact', isMute ? 1 : 0, '/admin/configs?group=site'),
    alarm('move_stopped', (await hasStoppedMove(ctx)) ? 1 : 0, '/admin/configs?group=storage'),
  ];
}

/** What the server itself needs; whoever keeps the settings is told. */
async function readServer({ ctx, actor }: DashboardReader): Promise<Todo[]> {
  if (!hasPermission(actor, 'admin.configs.list')) return [];
  const url = '/admin/configs?group=storage';
  return (await loadMachine(ctx)).map((one) => ({ ...alarm(one.key, one.count, url), ...one }));
}

/** What no list shows; only for people of the school. */
export async function loadAlarms(call: DashboardReader): Promise<Todo[]> {
  if (call.actor.admin.agency) return [];
  const all = await Promise.all([readDrifts(call), readServices(call), readSetup(call), readServer(call)]);
  return all.flat().filter(({ count }) => count > 0);
}
