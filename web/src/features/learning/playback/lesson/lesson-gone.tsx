import { Link } from 'react-router';
import lessonWords from 'virtual:locale/lesson';
import { useTitle } from '../../../../app/use-title.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/parts.tsx';

/** Replaces the player for a lesson that does not exist. */
export function LessonGone() {
  const t = lessonWords.useT();
  useTitle(t('lesson.gone'));
  return (
    <EmptyState
      heading="h1"
      icon="search"
      title={t('lesson.gone')}
      text={t('courses.not_found_text')}
      action={
        <Link className={buttonClass('primary')} to="/home/courses">
          {t('courses.to_courses')}
        </Link>
      }
    />
  );
}
