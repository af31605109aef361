import { formatDuration } from '@kaike/shared/kit/format';
import { useT } from '../../../app/wording.ts';

export type MemberSeconds = { left: number; held: number; free_today: number };

const key = 'resources.members.detail';

/** A member's AI time: what is left, what running replies have set aside, and what is free today. */
export function MemberSecondsPart({ seconds }: { seconds: MemberSeconds | undefined }) {
  const t = useT();
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
    </>
  );
}
