import { useRef, useState, type ReactNode } from 'react';
import { SliderCaptcha } from './slider-captcha.tsx';

/** Asks the person to solve the puzzle when needed: `verify()` answers the pass, or null when the dialog was closed. */
export function useCaptcha(): { verify: () => Promise<string | null>; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<(pass: string | null) => void>(() => undefined);
  const verify = (): Promise<string | null> => new Promise((resolve) => {
    answer.current = resolve;
    setIsOpen(true);
  });
  const finish = (pass: string | null): void => {
    setIsOpen(false);
    answer.current(pass);
  };
  return { verify, dialog: <SliderCaptcha open={isOpen} onClose={() => finish(null)} onSolved={finish} /> };
}
