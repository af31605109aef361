import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { CourseLesson } from '@kaike/shared/contracts/catalog/courses';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { isReading } from '@kaike/shared/domain/learning/reading';
import { formatSpan } from '@kaike/shared/kit/format';
import { formatLength } from '@kaike/shared/kit/dates/format-when';
import { useSession } from '../../../../app/session.ts';
import { useLocale } from '../../../../app/wording.ts';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { Square } from '../../../../ui/paper/square.tsx';
import css from './outline.module.css';

export type SiteLesson = SiteCourseDetail['chapters'][number]['lessons'][number];

type Props = {
  lesson: SiteLesson;
  /** Its place in the course, from 1. */ number: number;
  /** What the member has done of it. */ record: CourseLesson | undefined;
  isFree: boolean;
  /** The member has the course. */ isOwned: boolean;
  tryLesson: (lesson: SiteLesson) => void;
  unlock: (lesson: SiteLesson) => void;
};

const canTry = ({ lesson, isFree }: Pick<Props, 'lesson' | 'isFree'>): boolean =>
  isFree || lesson.is_free || lesson.preview_sec > 0;

function LessonFacts(props: Props) {
  const { lesson, record, isOwned } = props;
  const t = siteWords.useT();
  const locale = useLocale();
  const facts = [
    t(`site.types.${lesson.type}`),
    lesson.duration_sec > 0 ? formatLength(lesson.duration_sec, locale) : '',
    record?.completed_at ? t('site.course.done') : '',
    isOwned || canTry(props) ? '' : t('site.course.locked'),
  ];
  return (
    <span className={css['text']}>
      <span>{lesson.title}</span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </span>
  );
}

function iconOf({ type }: SiteLesson): IconName {
  if (isReading(type)) return 'file-text';
  if (type === lessonType.ai_scene) return 'user';
  return type === lessonType.audio ? 'volume' : 'play';
}

/** What can be had of it without the course. */
function Trial({ lesson, isFree }: Pick<Props, 'lesson' | 'isFree'>) {
  const t = siteWords.useT();
  const locale = useLocale();
  const label =
    isFree || lesson.is_free
      ? t('site.card.free')
      : t(lesson.type === lessonType.audio ? 'site.course.listen' : 'site.course.preview', {
          time: formatSpan(lesson.preview_sec, locale),
        });
  return (
    <span className={css['try']}>
      <Icon name={iconOf(lesson)} size={12} />
      {label}
    </span>
  );
}

function Body(props: Props) {
  const { lesson, record, number, isOwned } = props;
  const isOpen = isOwned || canTry(props);
  const state = record?.completed_at ? 'done' : isOpen && !isOwned ? 'now' : 'empty';
  return (
    <>
      <Square state={state} percent={record?.percent ?? 0}>
        {number}
      </Square>
      <LessonFacts {...props} />
      {isOwned ? (
        <Icon name="right" size={18} />
      ) : isOpen ? (
        <Trial lesson={lesson} isFree={props.isFree} />
      ) : (
        <Icon name="lock" size={16} />
      )}
    </>
  );
}

/** A lesson; its free part plays in a sheet for visitors, and in the player for members. */
export function LessonLine(props: Props) {
  const { lesson, isOwned, tryLesson, unlock } = props;
  const isLoggedIn = useSession((state) => state.user !== null);
  // A talk needs an account; so does a free course, whose lessons are kept on record.
  const hasPreview = (lesson.is_free || lesson.preview_sec > 0) && lesson.type !== lessonType.ai_scene;
  const isLocked = !isOwned && !canTry(props);
  if (isLocked || (hasPreview && !isLoggedIn))
    return (
      <li>
        <button type="button" className={css['lesson']} onClick={() => (isLocked ? unlock : tryLesson)(lesson)}>
          <Body {...props} />
        </button>
      </li>
    );
  return (
    <li>
      <Link className={css['lesson']} to={`/home/lessons/${lesson.id}`} state={{ type: lesson.type }}>
        <Body {...props} />
      </Link>
    </li>
  );
}
