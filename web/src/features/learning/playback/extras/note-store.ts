import type { LessonNote } from '@kaike/shared/contracts/catalog/lesson-notes';

/** A note that has not reached the server yet. */
export type WaitingNote = Pick<LessonNote, 'client_key' | 'lesson_id' | 'at_sec' | 'body'>;
export type NoteDraft = { at_sec: number; body: string };
type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const isWaiting = (item: unknown): item is WaitingNote =>
  typeof item === 'object' &&
  item !== null &&
  'client_key' in item &&
  'lesson_id' in item &&
  'body' in item &&
  typeof item.body === 'string';

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Notes and drafts the server does not have yet, stored in this browser under the member's own key. */
export function createNoteStore(userId: number, keep: Keep) {
  const waitingKey = `kaike.notes.${userId}`;
  const draftKey = (lessonId: number): string => `kaike.note-draft.${userId}.${lessonId}`;
  const discarded = new Set<string>();
  const all = (): WaitingNote[] => {
    const stored = parse(keep.getItem(waitingKey));
    return Array.isArray(stored) ? stored.filter(isWaiting) : [];
  };
  const write = (notes: readonly WaitingNote[]): void =>
    notes.length === 0 ? keep.removeItem(waitingKey) : keep.setItem(waitingKey, JSON.stringify(notes));
  const remove = (clientKey: string): void => write(all().filter(({ client_key: key }) => key !== clientKey));
  return {
    waiting: all,
    add: (note: WaitingNote): void => write([...all().filter(({ client_key: key }) => key !== note.client_key), note]),
    remove,
    /** Removes a note that may be on its way; what the server has made of it is deleted there, too. */
    discard: (clientKey: string): void => {
      discarded.add(clientKey);
      remove(clientKey);
    },
    isDiscarded: (clientKey: string): boolean => discarded.has(clientKey),
    draft(lessonId: number): NoteDraft | null {
      const stored = parse(keep.getItem(draftKey(lessonId)));
      if (typeof stored !== 'object' || stored === null || !('at_sec' in stored) || !('body' in stored)) return null;
      const { at_sec, body } = stored;
      return typeof at_sec === 'number' && typeof body === 'string' ? { at_sec, body } : null;
    },
    saveDraft: (lessonId: number, draft: NoteDraft | null): void =>
      draft === null || draft.body.trim() === ''
        ? keep.removeItem(draftKey(lessonId))
        : keep.setItem(draftKey(lessonId), JSON.stringify(draft)),
  };
}

export type NoteStore = ReturnType<typeof createNoteStore>;
