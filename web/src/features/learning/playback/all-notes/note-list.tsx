import { Link } from 'react-router';
import notesWords from 'virtual:locale/notes';
import { playedTypes } from '@kaike/shared/domain/catalog/courses/course-status';
import { formatClock } from '@kaike/shared/kit/format';
import { Icon } from '../../../../ui/icon.tsx';
import type { MyNote, CourseNotes, NotedLesson } from './group-notes.ts';
import css from './all-notes.module.css';

const isPlayed = (type: number): boolean => playedTypes.some((one) => one === type);

function Note({ note }: { note: MyNote }) {
  const t = notesWords.useT();
  const time = formatClock(note.at_sec);
  return (
    <li className={css['note']}>
      {isPlayed(note.lesson_type) ? (
        <Link
          to={`/home/lessons/${note.lesson_id}?at=${note.at_sec}`}
          state={{ type: note.lesson_type }}
          className={css['time']}
          aria-label={t('notes.jump', { time })}
        >
          <Icon name="play" size={12} />
          {time}
        </Link>
      ) : null}
      <p className={css['body']}>{note.body}</p>
    </li>
  );
}

function Lesson({ lesson }: { lesson: NotedLesson }) {
  return (
    <section>
      <h3 className={css['lesson']}>
        <Link to={`/home/lessons/${lesson.id}`} state={{ type: lesson.type }}>
          {lesson.title}
        </Link>
      </h3>
      <ul className={css['notes']}>
        {lesson.notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
    </section>
  );
}

/** Notes below their courses and lessons; a time plays the lesson from there. */
export function NoteList({ courses }: { courses: readonly CourseNotes[] }) {
  return courses.map((course) => (
    <section key={course.id} className={css['course']}>
      <h2>{course.title}</h2>
      {course.lessons.map((lesson) => (
        <Lesson key={lesson.id} lesson={lesson} />
      ))}
    </section>
  ));
}
