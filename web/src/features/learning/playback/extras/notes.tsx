import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import lessonWords from 'virtual:locale/lesson';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { formatClock } from '@kaike/shared/kit/format';
import { saveText } from '../../../../ui/save-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Skeleton } from '../../../../ui/parts.tsx';
import { isTyping } from '../player/hooks/use-player-keys.ts';
import type { VideoHandle } from '../video-lesson.tsx';
import css from './extras.module.css';
import { NoteForm } from './note-form.tsx';
import type { NotesTools, ShownNote } from './use-notes.ts';
import { fileNameOf, writeNotes } from './write-notes.ts';

const undoMs = 8000;

/** Without a mouse there is most likely no keyboard either. */
const emptyPlayed = (): string =>
  window.matchMedia('(hover: hover)').matches ? 'lesson.notes_empty' : 'lesson.notes_empty_touch';

/** N anywhere on the page starts a note. */
function useNoteKey(begin: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'n' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        event.defaultPrevented
      )
        return;
      event.preventDefault();
      begin();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [begin]);
}

function NoteLine({
  note,
  tools,
  player,
  onRemoved,
}: {
  note: ShownNote;
  tools: NotesTools;
  player: VideoHandle | null;
  onRemoved: (note: ShownNote) => void;
}) {
  const t = lessonWords.useT();
  const [isEdited, setIsEdited] = useState(false);
  const time = formatClock(note.at_sec);
  const save = async (body: string): Promise<void> => {
    if (await tools.edit(note, body)) setIsEdited(false);
  };
  const remove = async (): Promise<void> => {
    if (await tools.remove(note)) onRemoved(note);
  };
  return (
    <li className={css['note']}>
      <div className={css['noteHead']}>
        {player ? (
          <button
            type="button"
            className={css['time']}
            onClick={() => player.seek(note.at_sec)}
            aria-label={t('lesson.note_jump', { time })}
          >
            <Icon name="play" size={12} />
            {time}
          </button>
        ) : null}
        {note.is_waiting ? <span className={css['quiet']}>{t('lesson.note_waiting')}</span> : null}
        <span className={css['gap']} />
        {note.is_waiting ? null : (
          <button type="button" className={css['small']} onClick={() => setIsEdited(true)}>
            {t('lesson.note_edit')}
          </button>
        )}
        <button type="button" className={css['small']} onClick={() => void remove()}>
          {t('lesson.note_delete')}
        </button>
      </div>
      {isEdited ? (
        <NoteForm
          label={t('lesson.note_edit')}
          initial={note.body}
          onSave={(body) => void save(body)}
          onCancel={() => setIsEdited(false)}
        />
      ) : (
        <p className={css['body']}>{note.body}</p>
      )}
    </li>
  );
}

/** The note just deleted, with undo. */
function Removed({ note, tools, close }: { note: ShownNote; tools: NotesTools; close: () => void }) {
  const t = lessonWords.useT();
  useEffect(() => {
    const timer = setTimeout(close, undoMs);
    return () => clearTimeout(timer);
  }, [note, close]);
  return (
    <p className={css['removed']} role="status">
      <span>{t('lesson.note_deleted')}</span>
      <button
        type="button"
        className={css['small']}
        onClick={() => {
          void tools.restore(note);
          close();
        }}
      >
        {t('lesson.undo')}
      </button>
    </p>
  );
}

function List({
  tools,
  player,
  onRemoved,
}: {
  tools: NotesTools;
  player: VideoHandle | null;
  onRemoved: (note: ShownNote) => void;
}) {
  const t = lessonWords.useT();
  if (tools.is_loading) return <Skeleton height={64} />;
  if (tools.is_failed)
    return (
      <p className={css['removed']} role="alert">
        <span>{t('lesson.notes_failed')}</span>
        <button type="button" className={css['small']} onClick={tools.refetch}>
          {t('common.retry')}
        </button>
      </p>
    );
  if (tools.notes.length === 0)
    return <p className={css['nothing']}>{t(player ? emptyPlayed() : 'lesson.notes_empty_reading')}</p>;
  return (
    <ul className={css['list']}>
      {tools.notes.map((note) => (
        <NoteLine key={note.client_key} note={note} tools={tools} player={player} onRemoved={onRemoved} />
      ))}
    </ul>
  );
}

type Props = {
  lesson: LessonAnswer['lesson'];
  tools: NotesTools;
  player: VideoHandle | null;
  /** Takes how to begin a note, for buttons elsewhere on the page. */
  door: RefObject<(() => void) | null>;
  /** The notes come into view. */
  onBegin: () => void;
};

/** The member's own notes at seconds of the video; private. */
export function Notes({ lesson, tools, player, door, onBegin }: Props) {
  const t = lessonWords.useT();
  const { store } = tools;
  const [open, setOpen] = useState(() => store.draft(lesson.id));
  const [removed, setRemoved] = useState<ShownNote | null>(null);
  /** Whether the lesson pauses for the note and resumes after it. */
  const hasPaused = useRef(false);
  const show = useRef(onBegin);
  useEffect(() => {
    show.current = onBegin;
  });
  const begin = useCallback(() => {
    show.current();
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined); // The form is below the video.
    const state = player?.port.state();
    if (state && !state.is_paused) {
      player?.port.pause();
      hasPaused.current = true;
    }
    setOpen((now) => now ?? { at_sec: Math.floor(state?.position ?? 0), body: '' });
  }, [player]);
  useNoteKey(begin);
  useEffect(() => {
    door.current = begin;
    return () => {
      door.current = null;
    };
  }, [door, begin]);
  const closeRemoved = useCallback(() => setRemoved(null), []);
  const end = (): void => {
    store.saveDraft(lesson.id, null);
    setOpen(null);
    if (hasPaused.current) void player?.port.play();
    hasPaused.current = false;
  };
  const save = (format: 'txt' | 'md'): void =>
    saveText(`${fileNameOf(lesson.title)}.${format}`, writeNotes(lesson.title, tools.notes, format));
  const time = formatClock(open?.at_sec ?? 0);
  return (
    <section>
      {open ? null : (
        <Button onClick={begin}>
          {t('lesson.note_add')}
          <kbd className={css['key']}>N</kbd>
        </Button>
      )}
      {open ? (
        <>
          {player ? <p className={css['quiet']}>{t('lesson.note_at', { time })}</p> : null}
          <NoteForm
            label={player ? t('lesson.note_at', { time }) : t('lesson.note_add')}
            initial={open.body}
            onChange={(body) => store.saveDraft(lesson.id, { at_sec: open.at_sec, body })}
            onSave={(body) => {
              tools.add({ at_sec: open.at_sec, body });
              end();
            }}
            onCancel={end}
          />
        </>
      ) : null}
      {removed ? <Removed note={removed} tools={tools} close={closeRemoved} /> : null}
      <List tools={tools} player={player} onRemoved={setRemoved} />
      {tools.notes.length > 0 ? (
        <p className={css['exports']}>
          <span className={css['quiet']}>{t('lesson.notes_private')}</span>
          <button type="button" className={css['small']} onClick={() => save('txt')}>
            {t('lesson.export_text')}
          </button>
          <button type="button" className={css['small']} onClick={() => save('md')}>
            {t('lesson.export_markdown')}
          </button>
        </p>
      ) : null}
    </section>
  );
}
