import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

export const maxNoteLength = 2000;

const noteFields = {
  id: s.integer(),
  /** Key assigned by the browser; a note sent twice is stored once. */
  client_key: s.string(),
  lesson_id: s.integer(),
  /** Position in the lesson in seconds; 0 when it has none. */
  at_sec: s.integer(),
  body: s.string(),
  version: s.integer(),
  updated_at: s.time(),
};
const note = s.object(noteFields);
export type LessonNote = SchemaValue<typeof note>;

const uuid = ['regex:^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'];
const body = field.long_text({ rules: `required|max:${maxNoteLength}` });

/** The member's own notes on a lesson, by position. */
export const listNotes = contract({
  method: 'GET',
  path: '/home/lessons/:id/notes',
  response: s.object({ notes: s.array(note) }),
});

/** All notes of the member by course, in the order of its lessons, 100 at a time. */
export const listMyNotes = contract({
  method: 'GET',
  path: '/home/lesson-notes',
  query: {
    page: field.integer({ rules: 'between:1,1000', initial: 1 }),
    course_id: field.integer({ rules: 'min_value:1' }),
    /** Found in notes and titles of lessons. */
    search: field.text({ rules: 'max:50' }),
  },
  response: s.object({
    /** Courses with notes, the one written in last first; whatever is searched. */
    courses: s.array(s.object({ id: s.integer(), title: s.string(), count: s.integer() })),
    data: s.array(
      s.object({
        ...noteFields,
        course_id: s.integer(),
        course_title: s.string(),
        lesson_title: s.string(),
        lesson_type: s.integer(),
      }),
    ),
    current_page: s.integer(),
    has_more: s.boolean(),
  }),
});
export type MyNotes = SchemaValue<(typeof listMyNotes)['response']>;

export const createNote = contract({
  method: 'POST',
  path: '/home/lessons/:id/notes',
  body: {
    client_key: field.text({ rules: ['required', ...uuid] }),
    at_sec: field.integer({ rules: 'required|min_value:0|max_value:86400' }),
    body,
  },
  response: s.object({ note }),
});

export const updateNote = contract({
  method: 'PUT',
  path: '/home/lesson-notes/:id',
  body: { body, version: field.integer({ rules: 'required' }) },
  response: s.object({ note }),
});

export const deleteNote = contract({ method: 'DELETE', path: '/home/lesson-notes/:id', response: s.object({}) });

/** Undoes a deletion, for as long as the page offers it plus one day. */
export const restoreNote = contract({
  method: 'POST',
  path: '/home/lesson-notes/:id/restore',
  response: s.object({ note }),
});
