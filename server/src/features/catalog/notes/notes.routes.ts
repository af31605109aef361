import * as lessonNotes from '@kaike/shared/contracts/catalog/lesson-notes';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { listNotes } from './list-notes.ts';
import { listMyNotes } from './list-my-notes.ts';
import { createNote } from './create-note.ts';
import { updateNote } from './update-note.ts';
import { deleteNote } from './delete-note.ts';
import { restoreNote } from './restore-note.ts';

const writing = { by: 'user', max: 120, seconds: 60 } as const;

/** A member's private notes on a lesson. */
export const notesFeature: Feature = {
  routes: [
    route.member(lessonNotes.listNotes, { handler: listNotes }),
    route.member(lessonNotes.listMyNotes, { limit: { by: 'user', max: 60, seconds: 60 }, handler: listMyNotes }),
    route.member(lessonNotes.createNote, { limit: writing, status: 201, handler: createNote }),
    route.member(lessonNotes.updateNote, { limit: writing, handler: updateNote }),
    route.member(lessonNotes.deleteNote, { limit: writing, handler: deleteNote }),
    route.member(lessonNotes.restoreNote, { limit: writing, handler: restoreNote }),
  ],
};
