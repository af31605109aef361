import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import marksWords from 'virtual:locale/talk_marks';
import type { Correction, TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import { isModelCode } from '@kaike/shared/domain/ai/learner/model-corrections';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { useLocale } from '../../../../app/wording.ts';
import { toastError } from '../toast-error.ts';
import { markLine } from './mark-line.ts';
import css from './marks.module.css';

const key = 'talk-marks';
const marksStore = createStore<{ is_on: boolean }>(() => ({ is_on: localStorage.getItem(key) !== 'off' }));
function setMarks(isOn: boolean): void {
  localStorage.setItem(key, isOn ? 'on' : 'off');
  marksStore.setState({ is_on: isOn });
}

function MarkedText({ message: { content, corrections }, language }: { message: TalkMessage; language: string }) {
  return (
    <p className={css['line']} lang={language} aria-hidden>
      {markLine(content, corrections).map(({ from, text, is_marked, above }) =>
        is_marked ? (
          <span key={`${from}-mark`} className={css['spot']} data-insert={text === ''}>
            {above ? <ins>{above}</ins> : null}
            {text === '' ? <span className={css['caret']}>‸</span> : <del>{text}</del>}
          </span>
        ) : (
          <span key={from}>{text}</span>
        ),
      )}
    </p>
  );
}

/** One mistake: what to say instead, why, and a way to disagree. */
function Reason({
  message,
  item,
  onChange,
}: {
  message: TalkMessage;
  item: Correction;
  onChange: (message: TalkMessage) => void;
}) {
  const t = marksWords.useT();
  const isEnglish = useLocale() === 'en';
  const [isBusy, setIsBusy] = useState(false);
  const dismiss = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const request = { params: { id: message.id }, body: { code: item.code }, quiet: true } as const;
      onChange((await call(aiMessages.dismissCorrection, request)).message);
      toast('success', t('talk_marks.dismissed'));
    } catch (error) {
      setIsBusy(false);
      toastError(error);
    }
  };
  const span = message.content.slice(item.from, item.to);
  return (
    <li>
      <p>
        <strong lang="en">{item.fix || t('talk_marks.without', { span })}</strong>{' '}
        {isEnglish ? item.reason.en : item.reason.zh}
        {isModelCode(item.code) ? <span className={css['made']}>{t('talk_marks.ai_made')}</span> : null}
      </p>
      <button type="button" className={css['small']} disabled={isBusy} onClick={() => void dismiss()}>
        {t('talk_marks.dismiss')}
      </button>
    </li>
  );
}

/** The learner's words with the marks of a proof-reader, and folded below them the reasons. */
export function CorrectedLine({
  message,
  language,
  onChange,
}: {
  message: TalkMessage;
  language: string;
  onChange: (message: TalkMessage) => void;
}) {
  const t = marksWords.useT();
  const isOn = useStore(marksStore, (state) => state.is_on);
  const { content, corrections } = message;
  if (!isOn)
    return (
      <>
        <p lang={language}>{content}</p>
        <button type="button" className={css['small']} onClick={() => setMarks(true)}>
          {t('talk_marks.show', { count: corrections.length })}
        </button>
      </>
    );
  const instead = corrections
    .map(({ from, to, fix }) => {
      const span = content.slice(from, to);
      return fix ? t('talk_marks.instead', { span, fix }) : t('talk_marks.remove', { span });
    })
    .join(t('talk_marks.between'));
  return (
    <>
      <span className="visually-hidden">
        <span lang={language}>{content}</span> {instead}
      </span>
      <MarkedText message={message} language={language} />
      <details className={css['card']}>
        <summary>
          <span className={css['seal']} aria-hidden>
            {t('talk_marks.seal')}
          </span>
          {t('talk_marks.why', { count: corrections.length })}
        </summary>
        <ul>
          {corrections.map((item) => (
            <Reason key={`${item.code}-${item.from}`} message={message} item={item} onChange={onChange} />
          ))}
        </ul>
        <button type="button" className={css['small']} onClick={() => setMarks(false)}>
          {t('talk_marks.hide')}
        </button>
      </details>
    </>
  );
}
