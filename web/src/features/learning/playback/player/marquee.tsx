import { useEffect, useState } from 'react';
import css from './player.module.css';

const moveEveryMs = 12_000;
/** In percent of the video; the controls are below. */
const area = { left: [2, 62], top: [6, 74] } as const;

const between = ([from, to]: readonly [number, number]): number => from + Math.random() * (to - from);
const anywhere = () => ({ left: `${between(area.left)}%`, top: `${between(area.top)}%` });

/** A watermark with the member's name, moving over the video. */
export function Marquee({ text }: { text: string }) {
  const [place, setPlace] = useState(anywhere);
  useEffect(() => {
    const timer = setInterval(() => setPlace(anywhere()), moveEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={css['marquee']} style={place} aria-hidden="true">
      {text}
    </span>
  );
}
