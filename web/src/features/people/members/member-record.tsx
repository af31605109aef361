import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import recordWords from 'virtual:locale/member_record';
import type { TalkNumbers } from '@kaike/shared/contracts/ai/ai-chats';
import { formatDay } from '@kaike/shared/kit/format';
import { members } from '@kaike/shared/resources/people/members';
import { useCan } from '../../../app/session.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { useUrlAction } from '../../../kit/use-url-action.ts';
import { useWords } from '../../../kit/words/use-words.ts';
import { Button } from '../../../kit/widgets.ts';
import { MemberSecondsPart, type MemberSeconds } from './member-seconds.tsx';
import { MemberTalksPart } from './member-talks.tsx';
import css from './members.module.css';

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

/** What can be done for one learner besides the verbs of the definition. */
export function RecordButtons(props: PanelProps<typeof members, More>) {
  return (
    <>
      <FirstLogin {...props} />
      <NewPassword {...props} />
    </>
  );
}

/** Accounts merged into this one, or the one it was merged into, with what moved. */
function Merges({ merges = [] }: { merges: readonly Merge[] | undefined }) {
  const t = recordWords.useT();
  const locale = useLocale();
  const of = 'member_record.merge';
  if (merges.length === 0) return null;
  return (
    <>
      <h3>{t(`${of}.title`)}</h3>
      <ul>
        {merges.map(({ other_id: id, other_name: name, has_gone, undo_until: until, counts }) => (
          <li key={id}>
            <span>
              {t(`${of}.${has_gone ? 'gone_to' : 'came_from'}`)} <Link to={`/admin/members?open=${id}`}>{name}</Link>
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

/** What support needs besides what the definition declares: merged accounts, AI time and talks. */
export function MorePart({ row }: PanelProps<typeof members, More>) {
  return (
    <div className={css['panel']}>
      <Merges merges={row.merges} />
      <MemberSecondsPart seconds={row.ai_seconds} />
      <MemberTalksPart talks={row.ai_talks} />
    </div>
  );
}
