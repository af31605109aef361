import { Link } from 'react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import accountWords from 'virtual:words/account';
import { getNotices, cancelAccountClosing, putDailyGoal, signOut, type Account } from '@kaike/shared/contracts/account';
import { dailyGoals } from '@kaike/shared/domain/courses/daily-goal';
import { themes, type Theme } from '@kaike/shared/domain/constants';
import { languages, locales, type Locale } from '@kaike/shared/locales/languages';
import { authStatusChoices } from '@kaike/shared/domain/people/people';
import { maskValue } from '@kaike/shared/domain/mask';
import { useDates } from '../../app/dates.ts';
import { call } from '../../api/client.ts';
import { useAppBadge } from '../../ui/app-badge.ts';
import { LoadFailure } from '../../app/loading/load-failure.tsx';
import { forgetUser, useSession } from '../../app/session.ts';
import { Support } from '../../app/components/support.tsx';
import { switchTheme, useTheme, type Mode } from '../../app/theme.ts';
import { useTitle } from '../../app/use-title.ts';
import { switchLocale, useLocale } from '../../app/wording.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, PageHeader, Skeleton, Tag } from '../../ui/parts.tsx';
import css from './account.module.css';
import { showError, useAccount, useChanged } from './account.queries.ts';
import { AvatarButton } from './profile/avatar-button.tsx';
import { ProfileCard } from './profile/profile-card.tsx';

const modes: Mode[] = ['auto', 'light', 'dark'];

function Closing({ eraseAt }: { eraseAt: string }) {
  const dates = useDates();
  const t = accountWords.useT();
  const changed = useChanged();
  return (
    <Card className={css['warning'] ?? ''}>
      <h2>{t('account.close.state')}</h2>
      <p>{t('account.close.state_text', { time: dates.minute(eraseAt) })}</p>
      <Button onClick={() => void call(cancelAccountClosing).then(changed, showError)}>
        {t('account.close.keep')}
      </Button>
    </Card>
  );
}

function Row({ to, label, note, badge = 0 }: { to: string; label: string; note?: string | undefined; badge?: number }) {
  return (
    <li>
      <Link to={to} className={css['row']}>
        <span>{label}</span>
        {badge > 0 ? <b className={css['badge']}>{badge > 99 ? '99+' : badge}</b> : null}
        {note ? <small>{note}</small> : null}
        <Icon name="right" />
      </Link>
    </li>
  );
}

function Links({ account, isActivated }: { account: Account; isActivated: boolean }) {
  const t = accountWords.useT();
  const { data } = useQuery({ queryKey: ['notices', 'unread'], queryFn: async () => (await call(getNotices)).unread });
  useAppBadge(data);
  const state = authStatusChoices.find(({ value }) => value === account.is_auth)?.key ?? 'none';
  return (
    <>
      <Card>
        <h2>{t('account.mine')}</h2>
        <ul className={css['rows']}>
          <Row to="/home/cards/use-card" label={t('account.use_card')} />
          <Row to="/home/cards" label={t('account.wallet')} />
          <Row to="/home/products" label={t('orders.shop')} />
          <Row to="/home/pay-orders" label={t('orders.mine')} />
          {isActivated ? <Row to="/home/learning-records/certificate" label={t('account.certificate.title')} /> : null}
          {isActivated ? <Row to="/home/ai-teacher" label={t('account.ai_teacher')} /> : null}
          {isActivated ? <Row to="/home/ai-teacher/memories" label={t('account.ai_memories')} /> : null}
          {isActivated ? <Row to="/home/personage/ai-seconds" label={t('account.ai_time.title')} /> : null}
          <Row to="/home/notices" label={t('account.notice.title')} badge={data ?? 0} />
        </ul>
      </Card>
      <Card>
        <h2>{t('account.security')}</h2>
        <ul className={css['rows']}>
          <Row
            to="/home/update-mobile-phone"
            label={t('account.mobile.title')}
            note={account.mobile_phone ? maskValue('mobile', account.mobile_phone) : t('account.mobile.none')}
          />
          <Row to="/home/personage/password" label={t('account.change_password')} />
          <Row to="/home/personage/devices" label={t('account.device.title')} />
          <Row to="/home/personage/ousers" label={t('account.ousers')} />
          <Row
            to="/home/personage/real-name"
            label={t('account.real.title')}
            note={t(`account.real.states.${state}`)}
          />
          <Row to="/home/personage/close" label={t('account.close.title')} />
        </ul>
      </Card>
    </>
  );
}

/** The minutes that fill today's square. */
function Goal({ account }: { account: Account }) {
  const t = accountWords.useT();
  const client = useQueryClient();
  const changed = useChanged();
  const choose = async (minutes: number): Promise<void> => {
    changed(await call(putDailyGoal, { body: { daily_goal_min: minutes } }));
    void client.invalidateQueries({ queryKey: ['home', 'index'] });
  };
  return (
    <SelectField
      label={t('account.goal')}
      value={String(account.daily_goal_min)}
      options={dailyGoals.map((count) => ({ value: String(count), label: t('account.goal_minutes', { count }) }))}
      onChange={(value) => void choose(Number(value)).catch(showError)}
    />
  );
}

function Preferences({ isMember }: { isMember: boolean }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const { theme, mode } = useTheme();
  const { data: account } = useAccount({ enabled: isMember });
  return (
    <Card>
      <h2>{t('account.settings')}</h2>
      <div className={css['grid']}>
        {account ? <Goal account={account} /> : null}
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
          onChange={(value) => switchTheme({ mode: value as Mode })}
        />
      </div>
    </Card>
  );
}

async function leave(): Promise<void> {
  await call(signOut, { keeps_redirect: true });
  forgetUser();
  location.assign('/open/login');
}

function Member({ isActivated }: { isActivated: boolean }) {
  const { data: account, isError, error, refetch } = useAccount();
  if (isError && !account) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!account) return <Skeleton height={320} />;
  return (
    <>
      {account.erase_at ? <Closing eraseAt={account.erase_at} /> : null}
      <Links account={account} isActivated={isActivated} />
      <ProfileCard key={account.version} account={account} />
    </>
  );
}

/** The personal centre: profile, my pages, appearance, logout. */
export function PersonagePage() {
  const t = accountWords.useT();
  const user = useSession((state) => state.user);
  useTitle(t('account.title'));
  if (!user) return null;
  const { member } = user;
  return (
    <div className={css['stack']}>
      <PageHeader title={t('account.title')} />
      <Card>
        <div className={css['person']}>
          <AvatarButton />
          <div>
            <h2>{user.name}</h2>
            {member ? (
              <p>
                {t('account.member_no')} {member.member_no}{' '}
                <Tag tone={member.is_activated ? 'success' : 'muted'}>
                  {t(member.is_activated ? 'account.activated' : 'account.not_activated')}
                </Tag>
              </p>
            ) : null}
          </div>
        </div>
      </Card>
      {member ? <Member isActivated={member.is_activated} /> : null}
      <Support />
      <Preferences isMember={member !== null} />
      {user.admin ? (
        <a className={css['row']} href="/admin/index">
          <span>{t('account.to_admin')}</span>
          <Icon name="right" />
        </a>
      ) : null}
      <Button look="danger" block onClick={() => void leave().catch(showError)}>
        {t('account.sign_out')}
      </Button>
    </div>
  );
}
