import { useQueryClient } from '@tanstack/react-query';
import accountWords from 'virtual:locale/account';
import type { Account } from '@kaike/shared/contracts/auth/account';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import { dailyGoals, remindHours } from '@kaike/shared/domain/learning/daily-goal';
import { themes, type Theme } from '@kaike/shared/domain/constants';
import { languages, locales, type Locale } from '@kaike/shared/locales/languages';
import { call } from '../../../../api/client.ts';
import { useSession } from '../../../../app/session.ts';
import { switchTheme, useTheme, type ThemeMode } from '../../../../app/theme.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { switchLocale, useLocale } from '../../../../app/wording.ts';
import { Checkbox } from '../../../../ui/fields.tsx';
import { Card } from '../../../../ui/parts.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import css from '../member-account.module.css';
import { toastError, useAccount, useChanged } from '../member-account.queries.ts';
import { AccountHeader } from './account-header.tsx';

const modes: ThemeMode[] = ['auto', 'light', 'dark'];

/** The minutes that fill today's square. */
function Goal({ account }: { account: Account }) {
  const t = accountWords.useT();
  const client = useQueryClient();
  const changed = useChanged();
  const choose = async (minutes: number): Promise<void> => {
    changed(await call(accountApi.updateDailyGoal, { body: { daily_goal_min: minutes } }));
    void client.invalidateQueries({ queryKey: ['home', 'index'] });
  };
  return (
    <SelectField
      label={t('account.goal')}
      value={String(account.daily_goal_min)}
      options={dailyGoals.map((count) => ({ value: String(count), label: t('account.goal_minutes', { count }) }))}
      onChange={(value) => void choose(Number(value)).catch(toastError)}
    />
  );
}

const clockOf = (hour: number): string => `${hour}:00`;

/** The reminder of today's goal, and the summary of the week. */
function StudyNotices({ account }: { account: Account }) {
  const t = accountWords.useT();
  const changed = useChanged();
  const { weekly_summary: weekly, remind_hour: hour } = account;
  const save = async (change: Partial<Pick<Account, 'weekly_summary' | 'remind_hour'>>): Promise<void> =>
    changed(
      await call(accountApi.updateStudyNotices, { body: { weekly_summary: weekly, remind_hour: hour, ...change } }),
    );
  return (
    <>
      <SelectField
        label={t('account.study_notices.remind')}
        value={hour === null ? '' : String(hour)}
        options={[
          { value: '', label: t('account.study_notices.never') },
          ...remindHours.map((one) => ({
            value: String(one),
            label: t('account.study_notices.at', { hour: clockOf(one) }),
          })),
        ]}
        onChange={(value) => void save({ remind_hour: value === '' ? null : Number(value) }).catch(toastError)}
      />
      <Checkbox checked={weekly} onChange={(checked) => void save({ weekly_summary: checked }).catch(toastError)}>
        {t('account.study_notices.weekly')}
      </Checkbox>
      <p className={css['muted']}>{t('account.study_notices.where')}</p>
    </>
  );
}

function Preferences({ isMember }: { isMember: boolean }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const { theme, mode } = useTheme();
  const { data: account } = useAccount({ enabled: isMember });
  return (
    <Card>
      <div className={css['grid']}>
        {account ? <Goal account={account} /> : null}
        {account ? <StudyNotices account={account} /> : null}
        <SelectField
          label={t('common.language')}
          value={locale}
          options={locales.map((value) => ({ value, label: languages[value].name }))}
          onChange={(value) => void switchLocale(value as Locale)}
        />
        <SelectField
          label={t('common.theme')}
          value={theme}
          options={themes.map((value) => ({ value, label: t(`common.themes.${value}`) }))}
          onChange={(value) => switchTheme({ theme: value as Theme })}
        />
        <SelectField
          label={t('common.mode')}
          value={mode}
          options={modes.map((value) => ({ value, label: t(`common.modes.${value}`) }))}
          onChange={(value) => switchTheme({ mode: value as ThemeMode })}
        />
      </div>
    </Card>
  );
}

/** How the product looks to this person, and the goal of a day. */
export function PreferencesPage() {
  const t = accountWords.useT();
  const isMember = useSession(({ user }) => user?.member !== null);
  useTitle(t('account.settings'));
  return (
    <div className={css['stack']}>
      <AccountHeader title={t('account.settings')} />
      <Preferences isMember={isMember} />
    </div>
  );
}
