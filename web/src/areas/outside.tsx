import { Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import words from 'virtual:locale/messenger';
import { copyText } from '../app/components/copy-text.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

/** Links that WeChat's browser cannot open: files, and links marked as such. */
const cannotWork = 'a[download], [data-outside]';

function Offer() {
  const t = words.useT();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const stop = (event: MouseEvent): void => {
      if (!(event.target instanceof Element) || !event.target.closest(cannotWork)) return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(true);
    };
    document.addEventListener('click', stop, true);
    return () => document.removeEventListener('click', stop, true);
  }, []);
  const close = (): void => setOpen(false);
  return (
    <Sheet open={isOpen} title={t('messenger.title')} onClose={close} closeLabel={t('messenger.close')} bottom>
      <p>{t('messenger.text')}</p>
      <Button look="primary" block onClick={() => void copyText(location.href, t('messenger.copied'))}>
        {t('messenger.copy')}
      </Button>
      <Button block onClick={close}>
        {t('messenger.close')}
      </Button>
    </Sheet>
  );
}

type Bridge = { invoke: (name: string, params: object) => void; on: (name: string, listener: () => void) => void };

/** Our sizes are made for this screen; WeChat's own text zoom breaks them, and users have the system's. */
function keepFontSize(): void {
  const bridge = (window as unknown as { WeixinJSBridge?: Partial<Bridge> }).WeixinJSBridge;
  if (!bridge?.invoke || !bridge.on) return;
  const reset = (): void => bridge.invoke?.('setFontSizeCallback', { fontSize: 0 });
  reset();
  bridge.on('menu:setfont', reset);
}

/** In WeChat: explains how to open outside what cannot work here, and resets the text zoom. */
export async function offerToOpenOutside(): Promise<void> {
  await words.load();
  document.addEventListener('WeixinJSBridgeReady', keepFontSize, { once: true });
  keepFontSize();
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <Suspense fallback={null}>
      <Offer />
    </Suspense>,
  );
}
