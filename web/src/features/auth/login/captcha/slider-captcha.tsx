import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type * as captcha from '@kaike/shared/contracts/auth/captcha';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { useT } from '../../../../app/wording.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Skeleton } from '../../../../ui/parts.tsx';
import css from './slider-captcha.module.css';

type Challenge = ResponseOf<typeof captcha.createCaptcha>;
type SliderField = 'background' | 'piece' | 'y' | 'width' | 'height' | 'piece_size';
export type SliderPuzzle = Challenge & { [K in SliderField]: NonNullable<Challenge[K]> };

export const isSlider = (challenge: Challenge): challenge is SliderPuzzle => challenge.type === 'local';

type Props = {
  /** Null while it is loading. */
  puzzle: SliderPuzzle | null;
  problem: string | null;
  failed: boolean;
  onDone: (x: number, track: number[][]) => void;
  onRefresh: () => void;
};

const keyStep = 4;

function Slider({
  puzzle,
  onDone,
  problem,
}: {
  puzzle: SliderPuzzle;
} & Pick<Props, 'onDone' | 'problem'>) {
  const t = useT();
  const [x, setX] = useState(0);
  const [start, setStart] = useState<{ pointer: number; at: number } | null>(null);
  const track = useRef<number[][]>([]);
  const began = useRef(0);
  const rail = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  // A new puzzle replaces the focused one.
  useEffect(() => handle.current?.focus(), []);
  const most = puzzle.width - puzzle.piece_size;
  const scale = (): number => (rail.current ? puzzle.width / rail.current.clientWidth : 1);
  const note = (next: number, y = 0): void => {
    if (track.current.length === 0) began.current = performance.now();
    track.current.push([Math.round(performance.now() - began.current), Math.round(next), Math.round(y)]);
    setX(next);
  };
  const move = (event: PointerEvent): void => {
    if (!start) return;
    note(Math.max(0, Math.min(most, start.at + (event.clientX - start.pointer) * scale())), event.clientY);
  };
  const end = (): void => {
    if (!start) return;
    setStart(null);
    onDone(Math.round(x), track.current);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight') note(Math.min(most, x + keyStep), track.current.length % 3);
    else if (event.key === 'ArrowLeft') note(Math.max(0, x - keyStep), track.current.length % 3);
    else if (event.key === 'Enter') onDone(Math.round(x), track.current);
    else return;
    event.preventDefault();
  };
  const percent = (value: number): string => `${(value / puzzle.width) * 100}%`;
  return (
    <>
      <div className={css['picture']} style={{ aspectRatio: `${puzzle.width} / ${puzzle.height}` }}>
        <img src={puzzle.background} alt="" className={css['background']} draggable={false} />
        <img
          src={puzzle.piece}
          alt=""
          className={css['piece']}
          draggable={false}
          style={{ left: percent(x), top: `${(puzzle.y / puzzle.height) * 100}%`, width: percent(puzzle.piece_size) }}
        />
      </div>
      <div ref={rail} className={css['rail']}>
        <span className={problem ? `${css['hint']} ${css['bad']}` : css['hint']} role="status">
          {problem ?? t('auth.captcha.hint')}
        </span>
        <button
          ref={handle}
          type="button"
          role="slider"
          className={css['handle']}
          style={{ left: percent(x), width: percent(puzzle.piece_size) }}
          aria-label={t('auth.captcha.slider')}
          aria-valuemin={0}
          aria-valuemax={most}
          aria-valuenow={Math.round(x)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setStart({ pointer: event.clientX, at: x });
            note(x, event.clientY);
          }}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
          onKeyDown={onKey}
        >
          <Icon name="right" />
        </button>
      </div>
    </>
  );
}

/** Shows a puzzle, which may be tried once, and a way to another one. */
export function Puzzle({ puzzle, problem, failed, onDone, onRefresh }: Props) {
  const t = useT();
  return (
    <>
      {puzzle ? <Slider key={puzzle.challenge} puzzle={puzzle} problem={problem} onDone={onDone} /> : null}
      {puzzle || failed ? null : <Skeleton height={240} />}
      {failed ? <p role="alert">{t('common.load_failed')}</p> : null}
      <Button look="ghost" onClick={onRefresh}>
        <Icon name="refresh" />
        {t('auth.captcha.refresh')}
      </Button>
    </>
  );
}
