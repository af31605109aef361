import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { captcha, solveCaptcha } from '@kaike/shared/contracts/auth';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { call } from '../../api/client.ts';
import { useT } from '../../app/wording.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet, Skeleton } from '../../ui/parts.tsx';
import css from './slider-captcha.module.css';

type Puzzle = AnswerOf<typeof captcha>;
type Props = { open: boolean; onClose: () => void; onSolved: (verify: string) => void };

const keyStep = 4;

function Slider({ puzzle, onDone, failed }: { puzzle: Puzzle; onDone: (x: number, track: number[][]) => void; failed: boolean }) {
  const t = useT();
  const [x, setX] = useState(0);
  const [start, setStart] = useState<{ pointer: number; at: number } | null>(null);
  const track = useRef<number[][]>([]);
  const began = useRef(0);
  const rail = useRef<HTMLDivElement>(null);
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
        <img src={puzzle.piece} alt="" className={css['piece']} draggable={false} style={{ left: percent(x), top: `${(puzzle.y / puzzle.height) * 100}%`, width: percent(puzzle.piece_size) }} />
      </div>
      <div ref={rail} className={css['rail']}>
        <span className={css['hint']}>{failed ? t('auth.captcha.failed') : t('auth.captcha.hint')}</span>
        <button
          type="button" role="slider" className={css['handle']} style={{ left: percent(x), width: percent(puzzle.piece_size) }} aria-label={t('auth.captcha.slider')} aria-valuemin={0} aria-valuemax={most} aria-valuenow={Math.round(x)}
          onPointerDown={(event) => { event.currentTarget.setPointerCapture(event.pointerId); setStart({ pointer: event.clientX, at: x }); note(x, event.clientY); }}
          onPointerMove={move} onPointerUp={end} onPointerCancel={end} onKeyDown={onKey}
        ><Icon name="right" /></button>
      </div>
    </>
  );
}

/** The slider puzzle in a dialog; answers the single-use pass that a business request hands in. */
export function SliderCaptcha({ open, onClose, onSolved }: Props) {
  const t = useT();
  const [round, setRound] = useState(0);
  const [failed, setFailed] = useState(false);
  const { data, isError, refetch } = useQuery({ queryKey: ['captcha', round, open], enabled: open, staleTime: Infinity, gcTime: 0, queryFn: () => call(captcha) });
  const check = async (x: number, track: number[][]): Promise<void> => {
    if (!data) return;
    try {
      const { verify } = await call(solveCaptcha, { body: { challenge: data.challenge, x, track }, quiet: true });
      setFailed(false);
      setRound((old) => old + 1);
      onSolved(verify);
    } catch {
      setFailed(true);
      setRound((old) => old + 1);
    }
  };
  return (
    <Sheet open={open} title={t('auth.captcha.title')} onClose={onClose} close_label={t('common.close')}>
      {data ? <Slider key={data.challenge} puzzle={data} failed={failed} onDone={(x, track) => void check(x, track)} /> : <Skeleton height={200} />}
      {isError ? <p role="alert">{t('common.load_failed')}</p> : null}
      <Button look="ghost" onClick={() => { setFailed(false); if (isError) void refetch(); else setRound(round + 1); }}><Icon name="refresh" />{t('auth.captcha.refresh')}</Button>
    </Sheet>
  );
}
