import type { MyNotes } from '@kaike/shared/contracts/catalog/lesson-notes';

export type MyNote = MyNotes['data'][number];
export type NotedLesson = { id: number; type: number; title: string; notes: MyNote[] };
export type CourseNotes = { id: number; title: string; lessons: NotedLesson[] };

/** Notes in the order of the answer, below their courses and lessons. */
export function groupNotes(notes: readonly MyNote[]): CourseNotes[] {
  const courses: CourseNotes[] = [];
  for (const note of notes) {
    let course = courses.at(-1);
    if (course?.id !== note.course_id) {
      course = { id: note.course_id, title: note.course_title, lessons: [] };
      courses.push(course);
    }
    let lesson = course.lessons.at(-1);
    if (lesson?.id !== note.lesson_id) {
      lesson = { id: note.lesson_id, type: note.lesson_type, title: note.lesson_title, notes: [] };
      course.lessons.push(lesson);
    }
    lesson.notes.push(note);
  }
  return courses;
}
