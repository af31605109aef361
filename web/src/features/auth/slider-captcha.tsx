import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { captcha, solveCaptcha } from '@kaike/shared/contracts/captcha';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useLoad } from '../../app/loading/use-load.ts';
import { useT } from '../../app/wording.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/parts.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import css from './slider-captcha.module.css';

type Puzzle = AnswerOf<typeof captcha>;
type Props = { open: boolean; onClose: () => void; onSolved: (verify: string) => void };

const keyStep = 4;

function Slider({
  puzzle,
  onDone,
  problem,
}: {
  puzzle: Puzzle;
  onDone: (x: number, track: number[][]) => void;
  problem: string | null;
}) {
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

const loadPuzzle = (signal: AbortSignal): Promise<Puzzle> => call(captcha, { signal, quiet: true });

/** The slider captcha in a dialog; returns the single-use pass for a business request. */
export function SliderCaptcha({ open, ...rest }: Props) {
  const t = useT();
  return (
    <Sheet open={open} title={t('auth.captcha.title')} onClose={rest.onClose} close_label={t('common.close')}>
      <Puzzles onSolved={rest.onSolved} />
    </Sheet>
  );
}

/** Shows puzzles until one is solved: each may be tried once. */
function Puzzles({ onSolved }: Pick<Props, 'onSolved'>) {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const { data, failed, reload } = useLoad(loadPuzzle);
  const check = async (puzzle: Puzzle, x: number, track: number[][]): Promise<void> => {
    try {
      const { verify } = await call(solveCaptcha, { body: { challenge: puzzle.challenge, x, track }, quiet: true });
      onSolved(verify);
    } catch (error) {
      const isLost = error instanceof ApiError && error.status === 0;
      const isTooOften = error instanceof ApiError && error.status === 429;
      setProblem(isLost ? t('common.network_failed') : isTooOften ? error.message : t('auth.captcha.failed'));
      reload();
    }
  };
  return (
    <>
      {data ? (
        <Slider
          key={data.challenge}
          puzzle={data}
          problem={problem}
          onDone={(x, track) => void check(data, x, track)}
        />
      ) : null}
      {data || failed ? null : <Skeleton height={240} />}
      {failed ? <p role="alert">{t('common.load_failed')}</p> : null}
      <Button
        look="ghost"
        onClick={() => {
          setProblem(null);
          reload();
        }}
      >
        <Icon name="refresh" />
        {t('auth.captcha.refresh')}
      </Button>
    </>
  );
}
