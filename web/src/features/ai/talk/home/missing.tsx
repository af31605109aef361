import talkWords from 'virtual:locale/talk';
import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import { useCanRead } from '../voice/use-can-read.ts';
import { canRecognize } from '../voice/recognition.ts';
import css from '../talk.module.css';

type Name = keyof TalkSettings['capabilities'];

/** What does not work here, and why: because of the school, or of this browser. */
export function Missing({ capabilities }: Pick<TalkSettings, 'capabilities'>) {
  const t = talkWords.useT();
  const hasVoice = useCanRead('en', capabilities.read_text);
  const reasonOf = (name: Name): string | null => {
    const { provider, off } = capabilities[name];
    if (off) return off;
    if (name === 'read_text' && provider === 'browser' && !hasVoice) return 'no_voice';
    return name === 'hear' && provider === 'browser' && !canRecognize() ? 'no_recognition' : null;
  };
  const rows = (['chat', 'free_talk', 'hear', 'read_text', 'translate', 'pron'] as const).flatMap((name) => {
    const reason = reasonOf(name);
    return reason ? [{ name, reason }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{t('talk.home.off_title')}</h2>
      <ul className={css['pairs']}>
        {rows.map(({ name, reason }) => (
          <li key={name}>
            {t(`talk.off.${name}`)} <span className={css['meta']}>{t(`talk.off.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
