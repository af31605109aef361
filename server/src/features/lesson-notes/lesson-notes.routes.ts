import * as contracts from '@kaike/shared/contracts/lesson-notes';
import { route } from '../../http/route.ts';
import type { Feature } from '../feature.ts';
import { addNote, bringBackNote, changeNote, listNotes, removeNote } from './lesson-notes.ts';

const writing = { by: 'user', max: 120, seconds: 60 } as const;

/** What a learner writes down beside a lesson; nobody else reads it. */
export const lessonNotesFeature: Feature = {
  routes: [
    route.learner(contracts.getNotes, { handler: listNotes }),
    route.learner(contracts.createNote, { limit: writing, handler: addNote }),
    route.learner(contracts.updateNote, { limit: writing, handler: changeNote }),
    route.learner(contracts.deleteNote, { limit: writing, handler: removeNote }),
    route.learner(contracts.restoreNote, { limit: writing, handler: bringBackNote }),
  ],
};
