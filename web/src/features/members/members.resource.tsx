import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { TalkNumbers } from '@kaike/shared/contracts/ai-chats';
import { firstLoginChoices } from '@kaike/shared/domain/people/first-login';
import { mobileBounceChoices } from '@kaike/shared/domain/site/sms-state';
import { formatWhen } from '@kaike/shared/kit/dates/format-when';
import { formatDateTime, formatDay } from '@kaike/shared/kit/format';
import { members } from '@kaike/shared/resources/members';
import { useCan } from '../../app/session.ts';
import { useLocale, useT } from '../../app/wording.ts';
import type { PanelProps, ResourceView, RowOf, ToolbarProps } from '../../kit/resource-view.ts';
import { useUrlAction } from '../../kit/use-url-action.ts';
import { useWords } from '../../kit/words/use-words.ts';
import { Button } from '../../kit/widgets.ts';
import { MemberSecondsPart, type MemberSeconds } from './member-seconds.tsx';
import { MemberTalksPart } from './member-talks.tsx';
import css from './members.module.css';

const CreateMember = lazy(async () => ({ default: (await import('./create-member.tsx')).CreateMember }));
const FirstLogins = lazy(async () => ({ default: (await import('./first-logins.tsx')).FirstLogins }));
const ResetPassword = lazy(async () => ({ default: (await import('../users/reset-password.tsx')).ResetPassword }));

type More = { user_id?: number | null; merges?: Merge[]; ai_seconds?: MemberSeconds; ai_talks?: TalkNumbers[] };
type Merge = {
  other_id: number;
  other_name: string;
  has_gone: boolean;
  undo_until: string;
  counts: Record<string, number>;
};

/** Resets the password of a member who calls. */
function NewPassword({ row, reload }: PanelProps<typeof members, More>) {
  const words = useWords(members);
  const [isOpen, setIsOpen] = useState(false);
  const mayReset = useCan('admin.users.reset-password') && typeof row.user_id === 'number';
  useUrlAction((name) => {
    const isMine = name === 'reset-password' && mayReset;
    if (isMine) setIsOpen(true);
    return isMine;
  });
  if (!mayReset || !row.user_id) return null;
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {words.action('reset-password')}
      </Button>
      {isOpen ? (
        <Suspense>
          <ResetPassword
            id={row.user_id}
            name={String(row.display_name)}
            close={() => {
              setIsOpen(false);
              reload();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The link of a new learner who has not come yet, for those who may make it. */
function FirstLogin({ row, reload }: PanelProps<typeof members, More>) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  if (!useCan('admin.members.first-login') || typeof row.first_login !== 'number') return null;
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('resources.members.links.open')}
      </Button>
      {isOpen ? (
        <Suspense>
          <FirstLogins
            target={{ ids: [row.id] }}
            close={() => {
              setIsOpen(false);
              reload();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function RecordButtons(props: PanelProps<typeof members, More>) {
  return (
    <>
      <FirstLogin {...props} />
      <NewPassword {...props} />
    </>
  );
}

/** What became of the message to a new learner, and why nothing could be sent. */
function FirstLoginState({ row }: { row: RowOf<typeof members> }) {
  const t = useT();
  const state = firstLoginChoices.find(({ value }) => value === row.first_login);
  if (!state) return null;
  const of = 'resources.members';
  return (
    <span className="kk-two-lines">
      <span className={`kk-tag kk-tag-${state.tone ?? 'default'}`}>{t(`${of}.choices.first_login.${state.key}`)}</span>
      {state.key === 'skipped' ? <small>{t(`${of}.mute.skipped`)}</small> : null}
    </span>
  );
}

/** Accounts merged into this one, or the one it was merged into, with what moved. */
function Merges({ merges = [] }: { merges: readonly Merge[] | undefined }) {
  const t = useT();
  const locale = useLocale();
  const of = 'resources.members.merge';
  if (merges.length === 0) return null;
  return (
    <>
      <h3>{t(`${of}.title`)}</h3>
      <ul>
        {merges.map(({ other_id: id, other_name: name, has_gone: hasGone, undo_until: until, counts }) => (
          <li key={id}>
            <span>
              {t(`${of}.${hasGone ? 'gone_to' : 'came_from'}`)} <Link to={`/admin/members?open=${id}`}>{name}</Link>
            </span>
            <span className="kk-muted">
              {[
                ...Object.entries(counts)
                  .filter(([, count]) => count > 0)
                  .map(([kind, count]) => t(`${of}.kinds.${kind}`, { count })),
                ...(new Date(until) > new Date() ? [t(`${of}.until`, { date: formatDay(until, { locale }) })] : []),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is known of a number that messages do not reach. */
function Bounce({ row }: { row: PanelProps<typeof members>['row'] }) {
  const t = useT();
  const locale = useLocale();
  const bounce = mobileBounceChoices.find(({ value }) => value === row.mobile_bounce);
  if (!bounce) return null;
  const since = t('resources.members.detail.bounced_since', { date: formatDay(row.mobile_bounced_at, { locale }) });
  return (
    <span className={`kk-tag kk-tag-${bounce.tone ?? 'default'}`} title={since}>
      {t(`resources.members.choices.mobile_bounce.${bounce.key}`)}
    </span>
  );
}

const [dayMs, soonDays] = [86_400_000, 7];

/** The course that is open longest, how many there are, and until when. */
function OpenCourse({ row }: { row: RowOf<typeof members> }) {
  const t = useT();
  const of = 'resources.members.open';
  if (!row.open_course_id) return <span className="kk-muted">{t(`${of}.none`)}</span>;
  const title = String(row.labels?.open_course_id ?? '');
  const days = row.open_until ? Math.ceil((Date.parse(row.open_until) - Date.now()) / dayMs) : null;
  return (
    <span className="kk-two-lines">
      <span className={css['course']}>
        <span>{title}</span>{' '}
        {row.course_count > 1 ? <span>{t(`${of}.several`, { count: row.course_count })}</span> : null}
      </span>
      <small className={days !== null && days <= soonDays ? css['soon'] : undefined}>
        {days === null
          ? t(`${of}.for_ever`)
          : days <= soonDays
            ? t(`${of}.soon`, { count: days })
            : t(`${of}.until`, { date: formatDateTime(row.open_until, { format: 'yyyy-MM-dd' }) })}
      </small>
    </span>
  );
}

/** When somebody studied last: 今天 21:05. */
function LastStudy({ row }: { row: RowOf<typeof members> }) {
  const t = useT();
  const locale = useLocale();
  const { last_study_at: moment } = row;
  if (!moment) return <span className="kk-muted">{t('resources.members.never_studied')}</span>;
  return (
    <time dateTime={moment} title={formatDateTime(moment)}>
      {formatWhen(moment, { locale, now: new Date() })}
    </time>
  );
}

/** What support needs besides what the definition declares: merged accounts, AI time and talks. */
function MorePart({ row }: PanelProps<typeof members, More>) {
  return (
    <div className={css['panel']}>
      <Merges merges={row.merges} />
      <MemberSecondsPart seconds={row.ai_seconds} />
      <MemberTalksPart talks={row.ai_talks} />
    </div>
  );
}

/** Offers the links of new learners among what is shown or ticked, to those who may make them. */
function FirstLoginsButton({ permissions, target }: ToolbarProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  if (!permissions.includes('first-login')) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('resources.members.links.open')}</Button>
      {isOpen ? (
        <Suspense>
          <FirstLogins target={target} close={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

export const resourceView: ResourceView<typeof members> = {
  create: CreateMember,
  cells: {
    mobile_bounce: (row) => <Bounce row={row} />,
    first_login: (row) => <FirstLoginState row={row} />,
    open_course_id: (row) => <OpenCourse row={row} />,
    last_study_at: (row) => <LastStudy row={row} />,
  },
  toolbar: FirstLoginsButton,
  selection: FirstLoginsButton,
  overview: MorePart,
  buttons: RecordButtons,
};
