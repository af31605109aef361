import { lazy, Suspense, useState } from 'react';
import { firstLoginChoices } from '@kaike/shared/domain/auth/first-login';
import { mobileBounceChoices } from '@kaike/shared/domain/messaging/sms-state';
import { formatWhen } from '@kaike/shared/kit/dates/format-when';
import { formatDateTime, formatDay } from '@kaike/shared/kit/format';
import type { members } from '@kaike/shared/resources/people/members';
import { useLocale, useT } from '../../../app/wording.ts';
import type { PanelProps, ResourceView, ShownRowOf, ToolbarProps } from '../../../kit/resource-view.ts';
import { Button } from '../../../kit/widgets.ts';
import css from './members.module.css';

const CreateMember = lazy(async () => ({ default: (await import('./create-member.tsx')).CreateMember }));
// What a record alone shows loads with the first one.
const MorePart = lazy(async () => ({ default: (await import('./member-record.tsx')).MorePart }));
const RecordButtons = lazy(async () => ({ default: (await import('./member-record.tsx')).RecordButtons }));
const FirstLogins = lazy(async () => ({ default: (await import('./first-logins.tsx')).FirstLogins }));

/** What became of the message to a new learner, and why nothing could be sent. */
function FirstLoginState({ row }: { row: ShownRowOf<typeof members> }) {
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
function OpenCourse({ row }: { row: ShownRowOf<typeof members> }) {
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
function LastStudy({ row }: { row: ShownRowOf<typeof members> }) {
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
