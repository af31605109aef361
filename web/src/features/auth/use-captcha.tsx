import { useRef, useState, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import { toast } from '../../app/toasts.ts';
import { translate } from '../../app/wording.ts';

type DialogProps = { open: boolean; onClose: () => void; onSolved: (verify: string) => void };

const loadDialog = async (): Promise<ComponentType<DialogProps>> =>
  (await import('./slider-captcha.tsx')).SliderCaptcha;

/** Shows the captcha when needed: `verify()` returns the pass, or null if cancelled. The captcha is loaded on first use. */
export function useCaptcha(): { verify: () => Promise<string | null>; dialog: ReactNode } {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<(pass: string | null) => void>(() => undefined);
  const verify = async (): Promise<string | null> => {
    try {
      const loaded = await loadChunk(loadDialog);
      setDialog(() => loaded);
    } catch {
      toast('error', translate('common.network_failed'));
      return null;
    }
    return new Promise((resolve) => {
      answer.current = resolve;
      setIsOpen(true);
    });
  };
  const finish = (pass: string | null): void => {
    setIsOpen(false);
    answer.current(pass);
  };
  return { verify, dialog: Dialog ? <Dialog open={isOpen} onClose={() => finish(null)} onSolved={finish} /> : null };
}
