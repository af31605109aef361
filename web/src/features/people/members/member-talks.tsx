import type { TalkNumbers } from '@kaike/shared/contracts/ai/ai-chats';
import { formatDateTime, formatDuration } from '@kaike/shared/kit/format';
import { useT } from '../../../app/wording.ts';

const key = 'resources.members.detail';

/** A member's last talks with the AI teacher in numbers, which agencies see, too; what was said is not among them. */
export function MemberTalksPart({ talks = [] }: { talks: readonly TalkNumbers[] | undefined }) {
  const t = useT();
  if (talks.length === 0) return null;
  return (
    <>
      <h3>{t(`${key}.ai_talks`)}</h3>
      <ul>
        {talks.map(({ goals, ...talk }) => (
          <li key={talk.id}>
            <span>
              {talk.title} · {talk.cefr}
            </span>
            <span className="kk-muted">
              {[
                t(`${key}.talk_turns`, { count: talk.turns }),
                t(`${key}.talk_words`, { count: talk.member_words }),
                ...(goals === null ? [] : [t(`${key}.talk_goals`, { done: talk.goals_done, all: goals })]),
                formatDuration(talk.talk_sec),
                formatDateTime(new Date(talk.started_at)).slice(0, 16),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
