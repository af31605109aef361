import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import lessonWords from 'virtual:locale/lesson';
import * as lessonNotes from '@kaike/shared/contracts/catalog/lesson-notes';
import type { LessonNote } from '@kaike/shared/contracts/catalog/lesson-notes';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { handleError } from '../../../../api/response.ts';
import { toast } from '../../../../app/toasts.ts';
import { useSession } from '../../../../app/session.ts';
import { createNoteStore, type NoteStore, type WaitingNote } from './note-store.ts';

/** A note as the page shows it; one waiting for the connection has no id yet. */
export type ShownNote = Omit<LessonNote, 'updated_at'> & { is_waiting: boolean };

export type NotesTools = {
  notes: readonly ShownNote[];
  is_loading: boolean;
  is_failed: boolean;
  refetch: () => void;
  store: NoteStore;
  add: (note: { at_sec: number; body: string }) => void;
  /** False when it could not be saved; the reason was shown. */
  edit: (note: ShownNote, body: string) => Promise<boolean>;
  remove: (note: ShownNote) => Promise<boolean>;
  /** A note that was still waiting is written anew. */
  restore: (note: ShownNote) => Promise<void>;
};

const byTime = (a: ShownNote, b: ShownNote): number => a.at_sec - b.at_sec || a.id - b.id;
const toShown = ({ updated_at: _time, ...note }: LessonNote): ShownNote => ({ ...note, is_waiting: false });
const toWaiting = (note: WaitingNote): ShownNote => ({ ...note, id: 0, version: 0, is_waiting: true });
/** Whether a retry may succeed: no network, a server that is down, or too many requests. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 419 ||
  error.status === 429 ||
  error.status >= 500;

/** Whether the note itself can never be stored: it cannot be read, or its lesson is gone. Anything else may be over at the next visit. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 404 || error.status === 422);

/** Pause before a failed attempt to send is repeated; it doubles with each, up to a minute. */
const retryMs = (failures: number): number => Math.min(60_000, 2000 * 2 ** (failures - 1));

type SendEvents = { onSent: (note: LessonNote) => void; onRefused: (error: unknown) => void };

/** Deletes a note that was discarded while it was sent; resolves to whether it is gone. */
async function deleteSent({ id }: LessonNote, { onRefused }: SendEvents): Promise<boolean> {
  try {
    await call(lessonNotes.deleteNote, { params: { id }, quiet: true });
    return true;
  } catch (error) {
    onRefused(error);
    return false;
  }
}

/**
 * Sends waiting notes one after the other. One that can never be stored is dropped and reported; one that is refused for
 * another reason stays for the next visit. Resolves to false when some could not be sent yet.
 */
async function sendWaiting(store: NoteStore, events: SendEvents): Promise<boolean> {
  for (const waiting of store.waiting()) {
    try {
      const { note } = await call(lessonNotes.createNote, {
        params: { id: waiting.lesson_id },
        body: { client_key: waiting.client_key, at_sec: waiting.at_sec, body: waiting.body },
        quiet: true,
      });
      store.remove(waiting.client_key);
      if (!store.isDiscarded(waiting.client_key) || !(await deleteSent(note, events))) events.onSent(note);
    } catch (error) {
      if (isTemporary(error)) return false;
      events.onRefused(error);
      if (!isFinal(error)) return true;
      store.remove(waiting.client_key);
    }
  }
  return true;
}

/** The member's notes of a lesson: shown at once, stored in this browser until the server has them. */
export function useNotes(lessonId: number): NotesTools {
  const t = lessonWords.useT();
  const client = useQueryClient();
  const userId = useSession((state) => state.user?.id ?? 0);
  const store = useMemo(() => createNoteStore(userId, localStorage), [userId]);
  const [waiting, setWaiting] = useState<readonly WaitingNote[]>(() => store.waiting());
  const key = useMemo(() => ['home', 'notes', lessonId] as const, [lessonId]);
  const { data, isError, isLoading, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await call(lessonNotes.listNotes, { params: { id: lessonId }, signal, quiet: true })).notes,
  });
  const put = useCallback(
    (note: LessonNote) => {
      client.setQueryData<LessonNote[]>(['home', 'notes', note.lesson_id], (before) =>
        before ? [...before.filter(({ id }) => id !== note.id), note] : before,
      );
    },
    [client],
  );
  const showError = useCallback(
    (error: unknown): void => {
      if (error instanceof ApiError && error.status === 401) handleError(error);
      else toast('error', isTemporary(error) ? t('lesson.note_offline') : error instanceof Error ? error.message : '');
    },
    [t],
  );
  const [failures, setFailures] = useState(0);
  const sync = useCallback(async () => {
    const isSent = await sendWaiting(store, { onSent: put, onRefused: showError });
    setWaiting(store.waiting());
    setFailures((count) => (isSent ? 0 : count + 1));
  }, [store, put, showError]);
  useEffect(() => {
    const onOnline = (): void => void sync();
    if (store.waiting().length > 0) onOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [store, sync]);
  // The browser says that it is online before requests get through, and says nothing of a server that was down.
  useEffect(() => {
    if (failures === 0) return undefined;
    const timer = setTimeout(() => void sync(), retryMs(failures));
    return () => clearTimeout(timer);
  }, [failures, sync]);
  const add = useCallback(
    ({ at_sec, body }: { at_sec: number; body: string }) => {
      store.add({ client_key: crypto.randomUUID(), lesson_id: lessonId, at_sec, body });
      setWaiting(store.waiting());
      void sync();
    },
    [store, lessonId, sync],
  );
  const notes = useMemo(() => {
    const stored = (data ?? []).map(toShown);
    const storedKeys = new Set(stored.map(({ client_key: one }) => one));
    return [
      ...stored,
      ...waiting.filter((note) => note.lesson_id === lessonId && !storedKeys.has(note.client_key)).map(toWaiting),
    ].sort(byTime);
  }, [data, waiting, lessonId]);
  return {
    notes,
    store,
    is_loading: isLoading,
    is_failed: isError && !data,
    refetch: () => void refetch(),
    add,
    async edit(note, body) {
      try {
        put(
          (
            await call(lessonNotes.updateNote, {
              params: { id: note.id },
              body: { body, version: note.version },
              quiet: true,
            })
          ).note,
        );
        return true;
      } catch (error) {
        showError(error);
        // Another device was faster: its text is shown, what was typed stays in the field.
        if (error instanceof ApiError && error.status === 409) void refetch();
        return false;
      }
    },
    async remove(note) {
      if (note.is_waiting) {
        store.discard(note.client_key);
        setWaiting(store.waiting());
        return true;
      }
      try {
        await call(lessonNotes.deleteNote, { params: { id: note.id }, quiet: true });
        client.setQueryData<LessonNote[]>(key, (before) => before?.filter(({ id }) => id !== note.id));
        return true;
      } catch (error) {
        showError(error);
        return false;
      }
    },
    async restore(note) {
      if (note.is_waiting) {
        add(note);
        return;
      }
      await call(lessonNotes.restoreNote, { params: { id: note.id }, quiet: true }).then(
        ({ note: back }) => put(back),
        showError,
      );
    },
  };
}
