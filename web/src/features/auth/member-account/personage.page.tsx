import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import accountWords from 'virtual:locale/account';
import type { Account, OwnOverview } from '@kaike/shared/contracts/auth/account';
import * as accountApi from '@kaike/shared/contracts/auth/account';
import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { authStatusChoices } from '@kaike/shared/domain/people/people';
import { maskValue } from '@kaike/shared/domain/people/mask';
import { formatSpan } from '@kaike/shared/kit/format';
import { useCanPay } from '../../../app/config.ts';
import { useDates } from '../../../app/dates.ts';
import { call } from '../../../api/client.ts';
import { UnreadCount, useUnread } from '../../learning/home/public.ts';
import { useAppBadge } from '../../../ui/app-badge.ts';
import { useMenu } from '../../../app/menu.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { forgetUser, useSession, type User } from '../../../app/session.ts';
import { copyText } from '../../../app/components/copy-text.ts';
import { Portrait } from '../../../app/components/portrait.tsx';
import { Support } from '../../../app/components/support.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { Button } from '../../../ui/button.tsx';
import { CardInForce } from './own/card-in-force.tsx';
import { OwnSeals } from './own/own-seals.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Card, Skeleton, Tag } from '../../../ui/parts.tsx';
import css from './member-account.module.css';
import { toastError, useAccount, useChanged } from './member-account.queries.ts';

function Closing({ eraseAt }: { eraseAt: string }) {
  const dates = useDates();
  const t = accountWords.useT();
  const changed = useChanged();
  return (
    <Card className={css['warning'] ?? ''}>
      <h2>{t('account.close.state')}</h2>
      <p>{t('account.close.state_text', { time: dates.minute(eraseAt) })}</p>
      <Button onClick={() => void call(accountApi.cancelAccountClosing).then(changed, toastError)}>
        {t('account.close.keep')}
      </Button>
    </Card>
  );
}

type RowProps = { to: string; icon: IconName; label: string; note?: string | undefined; badge?: number };

function Row({ to, icon, label, note, badge = 0 }: RowProps) {
  return (
    <li>
      <Link to={to} className={css['row']}>
        <Icon name={icon} size={22} />
        <span>{label}</span>
        <UnreadCount count={badge} />
        {note ? <small>{note}</small> : null}
        <Icon name="right" />
      </Link>
    </li>
  );
}

function Tile({ to, icon, label, note }: { to: string; icon: IconName; label: string; note?: string | undefined }) {
  return (
    <li>
      <Link to={to} className={css['tile']}>
        <span>
          <Icon name={icon} size={25} />
        </span>
        {label}
        {note ? <small>{note}</small> : null}
      </Link>
    </li>
  );
}

/** Pages that plugins bring for members. */
const isOfPlugin = ({ url, in_menu: isInMenu }: MenuEntry): boolean => isInMenu && url.startsWith('/home/plugins/');

/** What the four tiles lead to, with how much there is. */
function Tiles({ own }: { own: OwnOverview | undefined }) {
  const t = accountWords.useT();
  const canPay = useCanPay();
  const noteOf = (key: 'courses' | 'unused_cards' | 'pending_orders' | 'certificates'): string | undefined =>
    own && own[key] > 0 ? t(`account.own.${key}`, { count: own[key] }) : undefined;
  return (
    <ul className={css['tiles']}>
      <Tile to="/home/courses" icon="book-open" label={t('account.tiles.courses')} note={noteOf('courses')} />
      <Tile to="/home/cards" icon="ticket" label={t('account.tiles.wallet')} note={noteOf('unused_cards')} />
      {canPay || own?.has_orders ? (
        <Tile to="/home/pay-orders" icon="receipt" label={t('account.tiles.orders')} note={noteOf('pending_orders')} />
      ) : null}
      <Tile
        to="/home/learning-records/certificate"
        icon="award"
        label={t('account.tiles.certificates')}
        note={noteOf('certificates')}
      />
    </ul>
  );
}

/** What the learner opens to study and to look back. */
function StudyLinks({ own, isActivated }: { own: OwnOverview | undefined; isActivated: boolean }) {
  const t = accountWords.useT();
  const locale = useLocale();
  const unread = useUnread();
  const canPay = useCanPay();
  useAppBadge(unread);
  const extras = useMenu((store) => store.menus).filter(isOfPlugin);
  return (
    <Card>
      <ul className={css['rows']}>
        <Row to="/home/cards/use-card" icon="ticket" label={t('account.use_card')} />
        {canPay ? <Row to="/home/products" icon="book-open" label={t('orders.shop')} /> : null}
        {isActivated ? (
          <Row
            to="/home/learning-records"
            icon="bar-chart"
            label={t('account.records')}
            note={own?.week_sec ? t('account.own.week', { time: formatSpan(own.week_sec, locale) }) : undefined}
          />
        ) : null}
        <Row
          to="/home/notes"
          icon="edit"
          label={t('account.notes')}
          note={own?.notes ? t('account.own.notes', { count: own.notes }) : undefined}
        />
        <Row to="/home/notices" icon="bell" label={t('account.notice.title')} badge={unread ?? 0} />
        {isActivated ? <Row to="/home/ai-teacher" icon="mic" label={t('account.ai_teacher')} /> : null}
        {isActivated ? <Row to="/home/ai-teacher/memories" icon="list" label={t('account.ai_memories')} /> : null}
        {isActivated ? <Row to="/home/personage/ai-seconds" icon="clock" label={t('account.ai_time.title')} /> : null}
        {extras.map(({ url, name }) => (
          <Row key={url} to={url} icon="grid" label={name} />
        ))}
      </ul>
    </Card>
  );
}

function Links({
  account,
  own,
  isActivated,
}: {
  account: Account;
  own: OwnOverview | undefined;
  isActivated: boolean;
}) {
  const t = accountWords.useT();
  const state = authStatusChoices.find(({ value }) => value === account.is_auth)?.key ?? 'none';
  return (
    <>
      <div className={css['own']}>
        {account.erase_at ? <Closing eraseAt={account.erase_at} /> : null}
        {own?.card ? <CardInForce card={own.card} /> : null}
        <Tiles own={own} />
        {own && (isActivated || own.seals.length > 0) ? <OwnSeals seals={own.seals} /> : null}
      </div>
      <div className={css['lists']}>
        <StudyLinks own={own} isActivated={isActivated} />
        <Card>
          <h2>{t('account.security')}</h2>
          <ul className={css['rows']}>
            <Row
              to="/home/update-mobile-phone"
              icon="phone"
              label={t('account.mobile.title')}
              note={account.mobile_phone ? maskValue('mobile', account.mobile_phone) : t('account.mobile.none')}
            />
            <Row to="/home/personage/password" icon="key" label={t('account.change_password')} />
            <Row to="/home/personage/devices" icon="pip" label={t('account.device.title')} />
            <Row to="/home/personage/ousers" icon="user-plus" label={t('account.ousers')} />
            <Row
              to="/home/personage/real-name"
              icon="shield"
              label={t('account.real.title')}
              note={t(`account.real.states.${state}`)}
            />
            <Row to="/home/personage/export" icon="share" label={t('account.own_data.title')} />
            <Row to="/home/personage/close" icon="log-out" label={t('account.close.title')} />
          </ul>
        </Card>
        <Card>
          <ul className={css['rows']}>
            <Row to="/open/help" icon="help" label={t('common.support.faqs')} />
            <Row to="/open/agreement" icon="file-text" label={t('account.terms')} />
            <Row to="/open/agreement?doc=privacy" icon="lock" label={t('account.privacy')} />
          </ul>
        </Card>
      </div>
    </>
  );
}

async function leave(): Promise<void> {
  await call(accountApi.logOut, { keeps_redirect: true });
  forgetUser();
  location.assign('/open/login');
}

function Member({ isActivated }: { isActivated: boolean }) {
  const { data: account, isError, error, refetch } = useAccount();
  // The page is complete without it, but waits for it: its card is above everything else.
  const { data: own, isPending } = useQuery({
    queryKey: ['account', 'overview'],
    queryFn: () => call(accountApi.getOwnOverview),
  });
  if (isError && !account) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!account || isPending) return <Skeleton height="90vh" />;
  return <Links account={account} own={own} isActivated={isActivated} />;
}

/** The name and number by which support finds a learner. */
function Person({ user }: { user: User }) {
  const t = accountWords.useT();
  const { member } = user;
  const { data: account } = useAccount();
  return (
    <header className={css['person']}>
      {account || user.avatar ? (
        <Portrait name={user.name} src={user.avatar} gender={account?.gender ?? 0} size={76} />
      ) : (
        <Skeleton width={76} height={76} />
      )}
      <div>
        <h1>{user.name}</h1>
        {member ? (
          <p>
            {t('account.member_no')} {member.member_no}
            <button
              type="button"
              className={css['copy']}
              aria-label={t('account.copy_number')}
              onClick={() => void copyText(member.member_no, t('account.number_copied'))}
            >
              <Icon name="copy" size={16} />
            </button>
            {member.is_activated ? null : <Tag>{t('account.not_activated')}</Tag>}
          </p>
        ) : null}
        {member ? <Link to="/home/personage/profile">{t('account.edit_profile')}</Link> : null}
      </div>
    </header>
  );
}

/** The personal centre: who one is, four tiles, lists of pages, logout. */
export function PersonagePage() {
  const t = accountWords.useT();
  const user = useSession((state) => state.user);
  useTitle(t('account.title'));
  if (!user) return null;
  const { member } = user;
  return (
    <div className={member ? `${css['stack']} ${css['mine']}` : css['stack']}>
      <div className={css['tools']}>
        <Support />
        <Link to="/home/personage/preferences" aria-label={t('account.settings')}>
          <Icon name="settings" size={23} />
        </Link>
      </div>
      <Person user={user} />
      {member ? <Member isActivated={member.is_activated} /> : null}
      <div className={css['lists']}>
        {user.admin ? (
          <a className={css['row']} href="/admin/index">
            <span>{t('account.to_admin')}</span>
            <Icon name="right" />
          </a>
        ) : null}
        <Button block onClick={() => void leave().catch(toastError)}>
          {t('account.sign_out')}
        </Button>
      </div>
    </div>
  );
}
