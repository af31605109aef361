import { sql } from 'kysely';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import { defaultLocale } from '@kaike/shared/locales/languages';
import { spentOfBudget } from './spent.ts';
import type { Context } from '../../../core/context.ts';
import { isLocale, translatorOf } from '../../../core/wording.ts';

type Exceeded = { id: number; scope: string; soft: number; hard: number; spent: number };

/** Budgets whose alarm has been reached today, for the dashboard. */
export async function countPassed({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const spent = spentOfBudget(sql`${clock()}::timestamptz`);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ai_budgets r
    where r.soft > 0 and ${spent} >= r.soft`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Budgets whose alarm is reached for the first time today. Marked before anybody is written to: a mail is not sent twice. */
async function takePassed({ db, clock }: Context): Promise<Exceeded[]> {
  const now = clock();
  const day = sql`${dayOf(now)}::date`;
  const { rows } =
    await sql<Exceeded>`with passed as (select r.id, ${spentOfBudget(sql`${now}::timestamptz`)}::float8 as spent from ai_budgets r
      where r.soft > 0 and r.alarmed_on is distinct from ${day})
    update ai_budgets b set alarmed_on = ${day} from passed p where b.id = p.id and p.spent >= b.soft and b.alarmed_on is distinct from ${day}
    returning b.id, b.scope, b.soft::float8 as soft, b.hard::float8 as hard, p.spent`.execute(db);
  return rows;
}

/** Writes to the super administrators with a mailbox, once a day for each budget whose alarm is reached. */
export async function watchBudgets(ctx: Context): Promise<void> {
  const passed = await takePassed(ctx);
  if (passed.length === 0) return;
  ctx.log.warn({ budgets: passed }, 'the alarm of an AI budget is reached');
  const { mail } = ctx.adapters;
  if (!(await mail.can_deliver())) return;
  const { rows } = await sql<{
    email: string;
    language: string | null;
  }>`select distinct u.email, u.language from admins a
    join users u on u.id = a.user_id join admin_role ar on ar.admin_id = a.id join roles r on r.id = ar.role_id
    where r.code = 'super_admin' and a.deleted_at is null and u.status = ${userStatus.effective} and u.email is not null`.execute(
    ctx.db,
  );
  const school = await ctx.settings.get('school_name');
  for (const { email, language } of rows) {
    const t = translatorOf(isLocale(language) ? language : defaultLocale);
    const lines = passed.map(({ scope, soft, hard, spent }) =>
      t(`ai_admin.budgets.${hard > 0 ? 'line_hard' : 'line'}`, {
        scope: t(`resources.ai-budgets.choices.scope.${scope}`),
        spent: spent.toFixed(2),
        soft: soft.toFixed(2),
        hard: hard.toFixed(2),
      }),
    );
    await mail
      .send({
        to: email,
        subject: t('ai_admin.budgets.subject', { school }),
        text: t('ai_admin.budgets.text', { lines: lines.join('\n') }),
      })
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'an administrator was not told of an AI budget'));
  }
}
