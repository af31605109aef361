import { useEffect, useState } from 'react';
import css from './player.module.css';

const moveEveryMs = 12_000;
/** In percent of the picture; the controls stand below. */
const area = { left: [2, 62], top: [6, 74] } as const;

const between = ([from, to]: readonly [number, number]): number => from + Math.random() * (to - from);
const anywhere = () => ({ left: `${between(area.left)}%`, top: `${between(area.top)}%` });

/** Who is watching, quietly over the picture and never long at one place. */
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
