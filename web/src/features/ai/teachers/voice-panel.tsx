import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import aiWords from 'virtual:locale/ai_admin';
import type { aiPeoples } from '@kaike/shared/resources/ai/ai-peoples';
import { request } from '../../../api/client.ts';
import { FieldBox } from '../../../kit/fields/field-box.tsx';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { Button, Input } from '../../../kit/widgets.ts';
import { useVoiceTrial } from './use-voice-trial.ts';
import css from './voice-panel.module.css';

/** The voice of the vendor in the settings, as the server adds it to a row; null while there is none. */
type Speech = { speech: { provider: string; name: string } | null };
type Props = PanelProps<typeof aiPeoples, Speech>;

const voicesOf = (voices: unknown): Record<string, string> =>
  typeof voices === 'object' && voices !== null ? { ...(voices as Record<string, string>) } : {};

function VoiceForm({ row, speech, reload }: Props & { speech: NonNullable<Speech['speech']> }) {
  const t = aiWords.useT();
  const voices = voicesOf(row.voices);
  const [voice, setVoice] = useState(voices[speech.provider] ?? '');
  const [text, setText] = useState(row.sample_text || row.greeting);
  const [isSaving, setIsSaving] = useState(false);
  const { state, hear, stop } = useVoiceTrial(row.id);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { [speech.provider]: _old, ...others } = voices;
    const voicesAfter = voice.trim() === '' ? others : { ...others, [speech.provider]: voice.trim() };
    setIsSaving(true);
    try {
      await request('PUT', `/admin/ai-peoples/${row.id}`, { body: { voices: voicesAfter, version: row.version } });
      reload();
    } catch {
      // The client has shown why.
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <form className={css['panel']} onSubmit={(event) => void save(event)}>
      <p>{t('ai_admin.voice.provider', { name: t(`ai_admin.voice.vendors.${speech.provider}`) })}</p>
      <FieldBox
        id="trial-voice"
        label={t('ai_admin.voice.voice')}
        help={t('ai_admin.voice.voice_help', { name: speech.name })}
      >
        <Input
          id="trial-voice"
          value={voice}
          maxLength={100}
          placeholder={speech.name}
          onChange={(event) => setVoice(event.target.value)}
        />
      </FieldBox>
      <FieldBox id="trial-text" label={t('ai_admin.voice.text')} help={t('ai_admin.voice.text_help')}>
        <Input.TextArea
          id="trial-text"
          lang={row.language}
          value={text}
          maxLength={300}
          autoSize={{ minRows: 2 }}
          onChange={(event) => setText(event.target.value)}
        />
      </FieldBox>
      <div className={css['buttons']}>
        <Button
          disabled={text.trim() === ''}
          loading={state === 'waiting'}
          onClick={() => (state === 'playing' ? stop() : void hear({ voice: voice.trim(), sample_text: text.trim() }))}
        >
          {t(state === 'playing' ? 'ai_admin.voice.stop' : 'ai_admin.voice.hear')}
        </Button>
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {t('ai_admin.voice.save')}
        </Button>
      </div>
    </form>
  );
}

/** The teacher's voice at the vendor in the settings, to hear before it is kept. */
export function VoicePanel(props: Props) {
  const t = aiWords.useT();
  const { row } = props;
  if (!row.speech)
    return (
      <p className="kk-muted">
        {t('ai_admin.voice.none')} <Link to="/admin/configs?group=speech">{t('ai_admin.voice.to_settings')}</Link>
      </p>
    );
  return <VoiceForm key={`${row.id}-${row.speech.provider}`} {...props} speech={row.speech} />;
}
