import { useEffect, useState } from 'react';
import lessonWords from 'virtual:locale/lesson';
import { Button } from '../../../../ui/button.tsx';
import { Panel } from './overlays.tsx';
import type { PlayerPort } from './player-port.ts';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
const minuteMs = 60_000;

/** Pauses a video that plays without a touch for as long as the course allows, and asks whether somebody is there. */
export function Presence({ minutes, port }: { minutes: number; port: PlayerPort }) {
  const t = lessonWords.useT();
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    let touchedAt = Date.now();
    const touch = (): void => {
      touchedAt = Date.now();
    };
    const timer = setInterval(() => {
      if (port.state().is_paused || Date.now() - touchedAt < minutes * minuteMs) return;
      port.pause();
      setIsAsking(true);
    }, 1000);
    const unsubscribe = port.subscribe((event) => {
      if (event !== 'play') return;
      touch();
      setIsAsking(false);
    });
    for (const name of signs) window.addEventListener(name, touch, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      unsubscribe();
      for (const name of signs) window.removeEventListener(name, touch, { capture: true });
    };
  }, [minutes, port]);
  if (!isAsking) return null;
  return (
    <Panel icon="clock" title={t('lesson.presence.title')} text={t('lesson.presence.text')}>
      <Button look="primary" onClick={() => void port.play()}>
        {t('lesson.presence.go_on')}
      </Button>
    </Panel>
  );
}
