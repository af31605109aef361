import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { secondsTypeChoices } from '@kaike/shared/domain/ai/second-log';
import { formatDateTime, formatDuration } from '@kaike/shared/kit/format';
import { aiSecondLogs } from '@kaike/shared/resources/ai-second-logs';
import { request } from '../../api/client.ts';
import { useCan } from '../../app/session.ts';
import { useT } from '../../app/wording.ts';
import type { RowOf } from '../../kit/resource-view.ts';
import { urlOf } from '../../kit/use-resource.ts';
import { useWords } from '../../kit/words/use-words.ts';
import { SecondsChange } from '../ai-seconds/seconds-change.tsx';

export type MemberSeconds = { left: number; held: number; free_today: number };

const key = 'resources.members.detail';
const shownEntries = 5;

function LastEntries({ id, left }: { id: number; left: number }) {
  const t = useT();
  const words = useWords(aiSecondLogs);
  const { data } = useQuery({
    // The balance belongs to the key: the entries load again when it changes.
    queryKey: [aiSecondLogs.name, 'of-member', id, left],
    queryFn: async ({ signal }) =>
      (await request('GET', `${urlOf(aiSecondLogs)}/list`, {
        signal,
        query: { 'where[member_id]': id, per_page: shownEntries },
        quiet: true,
      })) as { data: RowOf<typeof aiSecondLogs>[] },
  });
  if (!data || data.data.length === 0) return null;
  return (
    <>
      <ul>
        {data.data.map((entry) => (
          <li key={entry.id}>
            <span>
              {words.choice('type', secondsTypeChoices.find(({ value }) => value === entry.type)?.key ?? '')}
              {entry.remark ? <span className="kk-muted"> {entry.remark}</span> : null}
            </span>
            <SecondsChange seconds={Number(entry.delta)} />
            <time className="kk-muted">{formatDateTime(new Date(String(entry.created_at))).slice(0, 16)}</time>
          </li>
        ))}
      </ul>
      <Link to={`/admin/ai-second-logs?where[member_id]=${id}`}>{t(`${key}.all_seconds`)}</Link>
    </>
  );
}

/** A member's AI time: what is left, what running replies have set aside, what is free today, and the last changes. */
export function MemberSecondsPart({ id, seconds }: { id: number; seconds: MemberSeconds | undefined }) {
  const t = useT();
  const maySeeEntries = useCan('admin.ai-second-logs.list');
  if (!seconds) return null;
  const { left, held, free_today: free } = seconds;
  const facts = [
    t(`${key}.seconds_left`, { time: formatDuration(left) }),
    ...(held > 0 ? [t(`${key}.seconds_held`, { time: formatDuration(held) })] : []),
    ...(free > 0 ? [t(`${key}.seconds_free`, { time: formatDuration(free) })] : []),
  ];
  return (
    <>
      <h3>{t(`${key}.ai_time`)}</h3>
      <p>{facts.join(' · ')}</p>
      {maySeeEntries ? <LastEntries id={id} left={left} /> : null}
    </>
  );
}
