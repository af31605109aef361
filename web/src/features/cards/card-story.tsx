import { formatDateTime, formatDay } from '@kaike/shared/kit/format';
import { useLocale, useT } from '../../app/wording.ts';
import type { PanelProps, Row } from '../../kit/resource-view.ts';
import { RevealSecret } from './reveal-secret.tsx';
import { storyOf, type Story, type StoryEvent } from './story-events.ts';
import css from './card-story.module.css';

function EventLine({ event }: { event: StoryEvent }) {
  const exact = formatDateTime(event.at);
  return (
    <li>
      <time dateTime={event.at} title={exact}>{exact.slice(0, 16)}</time>
      <div>
        <b>{event.text}</b>
        {event.notes.map((note) => <span key={note} className="kk-muted">{note}</span>)}
      </div>
    </li>
  );
}

function Opened({ story }: { story: Story }) {
  const t = useT();
  const locale = useLocale();
  if (story.entitlements.length === 0) return <p className="kk-muted">{t('card_story.opened_none')}</p>;
  return (
    <ul className={css['opened']}>
      {story.entitlements.map((one) => (
        <li key={one.id}>
          {one.kind === 'course' ? one.course_title : t('card_story.ai', { minutes: Math.floor((one.amount ?? 0) / 60) })}
          {one.kind === 'course' ? <span className="kk-muted"> {one.end_at ? t('card_story.course_until', { date: formatDay(one.end_at, { locale }) }) : t('card_story.forever')}</span> : null}
          {one.revoked_at ? <span className="kk-muted"> {t('card_story.revoked')}</span> : null}
        </li>
      ))}
    </ul>
  );
}

const readStory = (row: Row): Story => row['story'] as Story;

/** The life of one card: made, issued, claimed, activated, and everything people did to it. */
export function CardStory({ row, permissions }: PanelProps) {
  const t = useT();
  const story = readStory(row);
  return (
    <div className={css['story']}>
      <ol className={css['line']}>{storyOf(row, t).map((event) => <EventLine key={event.key} event={event} />)}</ol>
      <section>
        <h3>{t('card_story.opened')}</h3>
        <Opened story={story} />
      </section>
      {permissions.includes('reveal') ? <RevealSecret id={row.id} /> : null}
    </div>
  );
}
