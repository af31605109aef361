import { Link } from 'react-router';
import type { Translate } from '@kaike/shared/kit/wording';
import { formatDay, formatDuration } from '@kaike/shared/kit/format';
import { useLocale, useT } from '../../app/wording.ts';
import type { PanelProps, ResourceView, Row } from '../../kit/resource-view.ts';
import css from './members.module.css';

type Access = { course_id: number; title: string; source_type: string; start_at: string; end_at: string | null; revoked_at: string | null; revoke_reason: string };
type Studied = { course_id: number; title: string; lesson_count: number; lessons_done: number; study_sec: number };
type Story = { access?: Access[]; studied?: Studied[] };

const key = 'resources.members.detail';

function untilText(t: Translate, locale: string, { end_at: end, revoked_at: revoked }: Access): string {
  const date = (moment: string): string => formatDay(moment, { locale });
  if (revoked) return t(`${key}.revoked`, { date: date(revoked) });
  if (!end) return t(`${key}.forever`);
  return t(new Date(end) < new Date() ? `${key}.ended` : `${key}.until`, { date: date(end) });
}

function sourceText(t: Translate, source: string): string {
  const text = t(`${key}.sources.${source}`);
  return text.startsWith(key) ? source : text;
}

/** What a learner may study and why, and what they have studied. */
function StoryPanel({ row }: PanelProps) {
  const t = useT();
  const locale = useLocale();
  const { access = [], studied = [] } = row as Row & Story;
  return (
    <section className={css['panel']}>
      <h3>{t(`${key}.access`)}</h3>
      {access.length === 0 ? <p className="kk-muted">{t(`${key}.no_access`)}</p> : (
        <ul>{access.map((entry) => (
          <li key={`${entry.course_id}-${entry.start_at}-${entry.source_type}`}>
            <span>{entry.title}</span><span className="kk-tag kk-tag-outline">{sourceText(t, entry.source_type)}</span>
            <span className="kk-muted" title={entry.revoke_reason}>{formatDay(entry.start_at, { locale })} · {untilText(t, locale, entry)}</span>
          </li>
        ))}</ul>
      )}
      <h3>{t(`${key}.studied`)}</h3>
      {studied.length === 0 ? <p className="kk-muted">{t(`${key}.no_studied`)}</p> : (
        <ul>{studied.map((course) => (
          <li key={course.course_id}><span>{course.title}</span><span className="kk-muted">{t(`${key}.lessons`, { done: course.lessons_done, total: course.lesson_count })} · {formatDuration(course.study_sec)}</span></li>
        ))}</ul>
      )}
      <Link to={`/admin/learning-records?where[member_id]=${row.id}`}>{t(`${key}.all_records`)}</Link>
    </section>
  );
}

export const resourceView: ResourceView = {
  panels: [{ key: 'story', wording: `${key}.access`, panel: StoryPanel, permission: 'show' }],
};
