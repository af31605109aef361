import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useStore } from 'zustand';
import talkWords from 'virtual:locale/talk';
import { splitWords } from './split-words.ts';
import { voiceStore } from '../voice/voice.ts';
import css from '../talk.module.css';

const longPressMs = 500;

/** Moves the focus among the words of a line by the arrow keys. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const words = [...event.currentTarget.querySelectorAll('button')];
  const next = words[words.findIndex((one) => one === document.activeElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The teacher's words: each can be looked up, the line translated, a long press saves it. The word being read is marked. */
export function LineText({
  messageId: id,
  text,
  language,
  onWord,
  onLine,
  onLongPress,
}: {
  messageId: number;
  text: string;
  language: string;
  onWord: (at: number) => void;
  onLine: () => void;
  onLongPress: () => void;
}) {
  const t = talkWords.useT();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressed = useRef(false);
  const reading = useStore(voiceStore, (state) => (state.reading?.message_id === id ? state.reading.at : null));
  useEffect(() => () => clearTimeout(timer.current), []);
  const groups = splitWords(text);
  const first = groups.flat().find(({ is_word }) => is_word)?.at;
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    isPressed.current = false;
    timer.current = setTimeout(() => {
      isPressed.current = true;
      onLongPress();
    }, longPressMs);
  };
  const release = (): void => clearTimeout(timer.current);
  return (
    // The tools below the line do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <p
      className={css['line']}
      lang={language}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={walk}
      onClick={() => {
        if (!isPressed.current) onLine();
      }}
    >
      {groups.map((pieces, index) => (
        <span key={pieces[0]?.at ?? index}>
          {index > 0 ? ' ' : ''}
          <span className={css['group']}>
            {pieces.map(({ text: part, at, is_word }) =>
              is_word ? (
                <button
                  key={at}
                  type="button"
                  className={css['word']}
                  tabIndex={at === first ? 0 : -1}
                  data-reading={reading !== null && at <= reading && reading < at + part.length}
                  title={t('talk.line.explain', { word: part })}
                  onClick={(event) => {
                    event.stopPropagation();
                    if (!isPressed.current) onWord(at);
                  }}
                >
                  {part}
                </button>
              ) : (
                part
              ),
            )}
          </span>
        </span>
      ))}
    </p>
  );
}
