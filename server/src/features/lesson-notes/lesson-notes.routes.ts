import * as lessonNotes from '@kaike/shared/contracts/lesson-notes';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { addNote, bringBackNote, changeNote, listMyNotes, listNotes, removeNote } from './lesson-notes.ts';

const writing = { by: 'user', max: 120, seconds: 60 } as const;

/** A member's private notes on a lesson. */
export const lessonNotesFeature: Feature = {
  routes: [
    route.member(lessonNotes.listNotes, { handler: listNotes }),
    route.member(lessonNotes.listMyNotes, { limit: { by: 'user', max: 60, seconds: 60 }, handler: listMyNotes }),
    route.member(lessonNotes.createNote, { limit: writing, status: 201, handler: addNote }),
    route.member(lessonNotes.updateNote, { limit: writing, handler: changeNote }),
    route.member(lessonNotes.deleteNote, { limit: writing, handler: removeNote }),
    route.member(lessonNotes.restoreNote, { limit: writing, handler: bringBackNote }),
  ],
};
