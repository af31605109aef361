import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type * as plugins from '@kaike/shared/contracts/system/plugins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { useTheme } from '../../../app/theme.ts';
import { toast } from '../../../app/toasts.ts';
import { useLocale } from '../../../app/wording.ts';
import { Skeleton } from '../../../ui/parts.tsx';
import { parseFrameMessage, type FrameMessage } from './frame-messages.ts';
import css from './plugins.module.css';

/** The colours and faces that a plugin's page may use, so that it looks like the rest in every theme. */
const tokens = [
  '--font',
  '--voice',
  '--radius',
  '--shadow',
  '--bg',
  '--surface',
  '--sunken',
  '--text',
  '--text-2',
  '--border',
  '--edge',
  '--field',
  '--danger',
  '--danger-soft',
  '--success',
  '--success-soft',
  '--warning',
  '--warning-soft',
  '--info',
  '--info-soft',
  '--primary',
  '--primary-soft',
  '--on-primary',
  '--line',
  '--wash',
  '--mark',
  '--mark-soft',
];

function readLook(isDark: boolean): { dark: boolean; tokens: Record<string, string> } {
  const style = getComputedStyle(document.documentElement);
  return {
    dark: isDark,
    tokens: Object.fromEntries(tokens.map((name) => [name, style.getPropertyValue(name).trim()])),
  };
}

type Call = Extract<FrameMessage, { type: 'call' }>;

/** Calls a route of the plugin for its page; the answer, or the refusal as the person reads it. */
async function callRoute(base: string, { method, path, body, query }: Call): Promise<object> {
  try {
    const value = await request(method, base + path, {
      quiet: true,
      // The answer of a plugin does nothing to the page around it.
      keeps_redirect: true,
      keeps_alert: true,
      ...(method === 'GET' ? {} : { body: body ?? {} }),
      ...(query ? { query } : {}),
    });
    return { value };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error: { code: error.code, status: error.status, message: error.message } };
  }
}

type Props = {
  page: ResponseOf<typeof plugins.openPluginPage>;
  /** The plugin's own address in the API. */
  base: string;
  onBroken: () => void;
};

/**
 * The page of a plugin in a frame without an origin: it has neither the session nor the document around it, and reaches the routes
 * of its plugin by messages. Its forms run their `submit` handlers and send nothing: the policy of the frame has no form action.
 */
export function PluginFrame({ page, base, onBroken }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const navigate = useNavigate();
  const locale = useLocale();
  const isDark = useTheme((state) => state.dark);
  const theme = useTheme((state) => state.theme);
  const [height, setHeight] = useState(0);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const tell = (message: object): void => frame.current?.contentWindow?.postMessage({ kaike: 1, ...message }, '*');
    const act = (message: FrameMessage): void => {
      if (message.type === 'shown') setIsShown(true);
      else if (message.type === 'height') setHeight(message.value);
      else if (message.type === 'broken') onBroken();
      else if (message.type === 'go') void navigate(message.path);
      else if (message.type === 'toast') toast('success', message.text);
      else if (message.type === 'call')
        void callRoute(base, message).then((result) => tell({ type: 'answer', id: message.id, ...result }));
      else {
        const look = readLook(useTheme.getState().dark);
        tell({ type: 'begin', words: page.words, title: page.title, locale, look });
      }
    };
    const hear = ({ source, data }: MessageEvent<unknown>): void => {
      const message = source === frame.current?.contentWindow ? parseFrameMessage(data) : null;
      if (message) act(message);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [page, base, locale, navigate, onBroken]);
  useEffect(() => {
    const message = { kaike: 1, type: 'look', look: readLook(isDark) };
    frame.current?.contentWindow?.postMessage(message, '*');
  }, [isDark, theme]);
  const hasContent = isShown || height > 0;
  return (
    <>
      {hasContent ? null : <Skeleton height={320} />}
      <iframe
        ref={frame}
        className={css[hasContent ? 'frame' : 'waiting']}
        title={page.title}
        src={page.frame}
        sandbox="allow-scripts allow-forms"
        aria-busy={!isShown}
        style={hasContent ? { height } : undefined}
      />
    </>
  );
}
