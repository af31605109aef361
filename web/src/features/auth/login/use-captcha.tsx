import { useRef, useState, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { toast } from '../../../app/toasts.ts';
import { translate } from '../../../app/wording.ts';
import type { CaptchaProps } from './captcha/captcha-dialog.tsx';

const loadDialog = async (): Promise<ComponentType<CaptchaProps>> =>
  (await import('./captcha/captcha-dialog.tsx')).CaptchaDialog;

type Purpose = 'login' | 'other';

/** Shows the captcha when needed: `verify()` returns the pass, or null if cancelled. The captcha is loaded on first use. */
export function useCaptcha(): {
  verify: (purpose?: Purpose) => Promise<string | null>;
  dialog: ReactNode;
} {
  const [Dialog, setDialog] = useState<ComponentType<CaptchaProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<(pass: string | null) => void>(() => undefined);
  const [isLogin, setIsLogin] = useState(false);
  const verify = async (purpose: Purpose = 'other'): Promise<string | null> => {
    setIsLogin(purpose === 'login');
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
  const dialog = Dialog ? (
    <Dialog open={isOpen} isLogin={isLogin} onClose={() => finish(null)} onSolved={finish} />
  ) : null;
  return { verify, dialog };
}
