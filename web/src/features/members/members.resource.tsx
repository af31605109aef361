import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { mobileBounceChoices } from '@kaike/shared/domain/site/sms-state';
import type { Action } from '@kaike/shared/kit/resource';
import { formatDateTime, formatDay, formatDuration, formatNumber } from '@kaike/shared/kit/format';
import { entitlements } from '@kaike/shared/resources/entitlements';
import { members } from '@kaike/shared/resources/members';
import { useCan } from '../../app/session.ts';
import { useLocale, useT } from '../../app/wording.ts';
import { MaskedValue } from '../../kit/fields/masked-value.tsx';
import type { PanelProps, ResourceView, ToolbarProps } from '../../kit/resource-view.ts';
import { useWords } from '../../kit/words/use-words.ts';
import { Button } from '../../kit/widgets.ts';
import { CreateMember } from './create-member.tsx';
import { groupAccess, lastOfEachCourse, type Access, type AccessGroup } from './group-access.ts';
import { MemberSecondsPart, type MemberSeconds } from './member-seconds.tsx';
import css from './members.module.css';

const FirstLogins = lazy(async () => ({ default: (await import('./first-logins.tsx')).FirstLogins }));
const ResetPassword = lazy(async () => ({ default: (await import('../users/reset-password.tsx')).ResetPassword }));
const ActionDialog = lazy(async () => ({ default: (await import('../../kit/list/action-dialog.tsx')).ActionDialog }));

type Studied = { course_id: number; title: string; lesson_count: number; lessons_done: number; study_sec: number };
type Story = {
  access?: Access[];
  studied?: Studied[];
  user_id?: number | null;
  card_count?: number;
  order_count?: number;
  merges?: Merge[];
  ai_seconds?: MemberSeconds;
};
type Merge = {
  other_id: number;
  other_name: string;
  has_gone: boolean;
  undo_until: string;
  counts: Record<string, number>;
};
type Verb = 'redate' | 'revoke' | 'restore';

const key = 'resources.members.detail';
const verbs: readonly Verb[] = ['redate', 'revoke', 'restore'];

function useEndLabel(): (entry: Access) => string {
  const t = useT();
  const locale = useLocale();
  return ({ end_at: end, revoked_at: revoked }) => {
    const date = (moment: string): string => formatDay(moment, { locale });
    if (revoked) return t(`${key}.revoked`, { date: date(revoked) });
    if (!end) return t(`${key}.forever`);
    return t(new Date(end) < new Date() ? `${key}.ended` : `${key}.until`, { date: date(end) });
  };
}

function useSource(): (source: string) => string {
  const t = useT();
  return (source) => {
    const text = t(`${key}.sources.${source}`);
    return text.startsWith(key) ? source : text;
  };
}

/** The rows of a group to which the action applies. */
const rowsFor = (verb: Verb, { entries }: AccessGroup): Access[] =>
  entries.filter((entry) =>
    verb === 'restore'
      ? entry.revoked_by !== null
      : entry.revoked_at === null && (verb === 'revoke' || entry.kind === 'course'),
  );

function Group({
  group,
  may,
  run,
}: {
  group: AccessGroup;
  may: ReadonlySet<Verb>;
  run: (verb: Verb, rows: Access[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const words = useWords(entitlements);
  const [until, sourceText] = [useEndLabel(), useSource()];
  return (
    <section className={css['group']}>
      <header>
        <span className="kk-tag kk-tag-outline">{sourceText(group.source_type)}</span>
        <span className="kk-muted">
          {[group.source_no, t(`${key}.since`, { date: formatDay(group.start_at, { locale }) })]
            .filter((text) => text !== '')
            .join(' · ')}
        </span>
        <span className={css['verbs']}>
          {verbs
            .filter((verb) => may.has(verb) && rowsFor(verb, group).length > 0)
            .map((verb) => (
              <Button
                key={verb}
                size="small"
                type="link"
                danger={verb === 'revoke'}
                onClick={() => run(verb, rowsFor(verb, group))}
              >
                {words.action(verb)}
              </Button>
            ))}
        </span>
      </header>
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.id}>
            <span>
              {entry.kind === 'course' ? entry.title : t(`${key}.seconds`, { time: formatDuration(entry.amount ?? 0) })}
            </span>
            <span className="kk-muted" title={entry.revoke_reason}>
              {until(entry)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The member's access, grouped by what opened it, each group with its actions. */
function AccessPanel({ row, reload }: PanelProps<typeof members, Story>) {
  const t = useT();
  const words = useWords(entitlements);
  const [running, setRunning] = useState<{ verb: Verb; rows: Access[] } | null>(null);
  const verbs: [Verb, boolean][] = [
    ['redate', useCan('admin.entitlements.redate')],
    ['revoke', useCan('admin.entitlements.revoke')],
    ['restore', useCan('admin.entitlements.restore')],
  ];
  const may = new Set(verbs.filter(([, isHeld]) => isHeld).map(([verb]) => verb));
  const { access = [] } = row;
  const action = running ? entitlements.actions?.[running.verb] : undefined;
  return (
    <section className={css['panel']}>
      {access.length === 0 ? (
        <p className="kk-muted">{t(`${key}.no_access`)}</p>
      ) : (
        groupAccess(access).map((group) => (
          <Group key={group.key} group={group} may={may} run={(verb, rows) => setRunning({ verb, rows })} />
        ))
      )}
      {running && action ? (
        <Suspense>
          <ActionDialog
            definition={entitlements}
            name={running.verb}
            action={action satisfies Action}
            target={{ rows: running.rows, matching: null }}
            words={words}
            maps={{}}
            close={() => setRunning(null)}
            done={reload}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="kk-muted">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Resets the password of a member who calls. */
function NewPassword({ account, name, done }: { account: number | null | undefined; name: string; done: () => void }) {
  const words = useWords(members);
  const [isOpen, setIsOpen] = useState(false);
  const mayReset = useCan('admin.users.reset-password');
  if (!mayReset || !account) return null;
  return (
    <div className="kk-buttons">
      <Button size="small" onClick={() => setIsOpen(true)}>
        {words.action('reset-password')}
      </Button>
      {isOpen ? (
        <Suspense>
          <ResetPassword
            id={account}
            name={name}
            close={() => {
              setIsOpen(false);
              done();
            }}
          />
        </Suspense>
      ) : null}
    </div>
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
function Bounce({ row, with_day: withDay }: { row: PanelProps<typeof members>['row']; with_day?: boolean }) {
  const t = useT();
  const locale = useLocale();
  const bounce = mobileBounceChoices.find(({ value }) => value === row.mobile_bounce);
  if (!bounce) return null;
  const since = t(`${key}.bounced_since`, { date: formatDay(row.mobile_bounced_at, { locale }) });
  return (
    <>
      <span className={`kk-tag kk-tag-${bounce.tone ?? 'default'}`} title={since}>
        {t(`resources.members.choices.mobile_bounce.${bounce.key}`)}
      </span>
      {withDay ? <span className="kk-muted"> {since}</span> : null}
    </>
  );
}

/** What support needs when a member calls: identity, access, progress and links. */
function OverviewPanel({ row, permissions, reload }: PanelProps<typeof members, Story>) {
  const t = useT();
  const words = useWords(members);
  const until = useEndLabel();
  const { access = [], studied = [], card_count: cards = 0, order_count: orders = 0, user_id: account } = row;
  const maySeeOrders = useCan('admin.pay-orders.list');
  const none = <span className="kk-none">–</span>;
  const moment = (name: 'last_study_at' | 'last_login_at'): ReactNode =>
    row[name] ? formatDateTime(new Date(String(row[name]))).slice(0, 16) : none;
  const mobile = String(row.mobile_phone ?? '');
  const isLive = (entry: Access): boolean =>
    entry.revoked_at === null && (entry.end_at === null || new Date(entry.end_at) > new Date());
  const open = lastOfEachCourse(access.filter((entry) => entry.kind === 'course' && isLive(entry)));
  return (
    <section className={css['panel']}>
      <dl className={css['facts']}>
        <Fact label={words.field('mobile_phone')}>
          {mobile === '' ? (
            none
          ) : permissions.includes('reveal') ? (
            <MaskedValue definition={members} id={row.id} name="mobile_phone">
              {mobile}
            </MaskedValue>
          ) : (
            mobile
          )}{' '}
          <Bounce row={row} with_day />
        </Fact>
        <Fact label={words.field('member_no')}>{String(row.member_no)}</Fact>
        <Fact label={words.field('agency_id')}>{row.labels?.agency_id ?? none}</Fact>
        <Fact label={words.field('last_study_at')}>{moment('last_study_at')}</Fact>
        <Fact label={words.field('total_study_sec')}>{formatDuration(Number(row.total_study_sec ?? 0))}</Fact>
        <Fact label={words.field('last_login_at')}>{moment('last_login_at')}</Fact>
        <Fact label={t(`${key}.cards`)}>
          <Link to={`/admin/cards?where[owner_member_id]=${row.id}`}>{formatNumber(cards)}</Link>
        </Fact>
        {maySeeOrders ? (
          <Fact label={t(`${key}.orders`)}>
            <Link to={`/admin/pay-orders?where[member_id]=${row.id}`}>{formatNumber(orders)}</Link>
          </Fact>
        ) : null}
        {row.remark ? <Fact label={words.field('remark')}>{String(row.remark)}</Fact> : null}
      </dl>
      <Merges merges={row.merges} />
      <NewPassword account={account} name={String(row.display_name)} done={reload} />
      <MemberSecondsPart id={row.id} seconds={row.ai_seconds} />
      <h3>{t(`${key}.open_now`)}</h3>
      {open.length === 0 ? (
        <p className="kk-muted">{t(`${key}.no_access`)}</p>
      ) : (
        <ul>
          {open.map((entry) => (
            <li key={entry.id}>
              <span>{entry.title}</span>
              <span className="kk-muted">{until(entry)}</span>
            </li>
          ))}
        </ul>
      )}
      <h3>{t(`${key}.studied`)}</h3>
      {studied.length === 0 ? (
        <p className="kk-muted">{t(`${key}.no_studied`)}</p>
      ) : (
        <ul>
          {studied.map((course) => (
            <li key={course.course_id}>
              <span>{course.title}</span>
              <span className="kk-muted">
                {t(`${key}.lessons`, { done: course.lessons_done, total: course.lesson_count })} ·{' '}
                {formatDuration(course.study_sec)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link to={`/admin/learning-records?where[member_id]=${row.id}`}>{t(`${key}.all_records`)}</Link>
    </section>
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
  cells: { mobile_bounce: (row) => <Bounce row={row} /> },
  toolbar: FirstLoginsButton,
  selection: FirstLoginsButton,
  panels: [
    { key: 'overview', wording: `${key}.overview`, panel: OverviewPanel, permission: 'show', first: true },
    { key: 'story', wording: `${key}.access`, panel: AccessPanel, permission: 'show', first: true },
  ],
};
