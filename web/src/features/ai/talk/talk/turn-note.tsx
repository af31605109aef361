import { useNavigate } from 'react-router';
import talkWords from 'virtual:locale/talk';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import { Button } from '../../../../ui/button.tsx';
import type { TalkSession } from '../session/talk-session.ts';
import { retryableReply, type TalkState } from '../session/talk-state.ts';
import { MoreTime } from '../home/more-time.tsx';
import { OwnSound } from '../voice/own-sound.tsx';
import css from '../talk.module.css';

/** What went wrong, and one way out of it. */
function Problem({ session, state }: { session: TalkSession; state: TalkState }) {
  const t = talkWords.useT();
  const navigate = useNavigate();
  const { problem, draft } = state;
  if (!problem || problem.way === 'more_time') return null;
  const { code, message, way, sound, again } = problem;
  const acts = {
    retry: () => void session.retry(),
    // Without a draft it was another try of the reply that was refused.
    resend: () => void (draft === '' ? session.retry() : session.send(draft)),
    reconnect: () => void (draft === '' ? session.reconnect() : session.send(draft)),
    take_over: () => void session.takeOver(),
    home: () => void navigate('/home/ai-teacher'),
    rehear: () => again?.(),
    say_again: session.dismiss,
    none: session.dismiss,
  };
  return (
    <div className={css['problem']} role="alert">
      <p>{message || t(`talk.problems.${code}`)}</p>
      {sound ? <OwnSound sound={sound} label={t('talk.voice.play')} /> : null}
      <Button onClick={acts[way]}>{t(`talk.ways.${way}`)}</Button>
    </div>
  );
}

/** The balance is over: what was said stays, and where more time comes from. */
function BalanceOver({ freeTomorrow: free }: { freeTomorrow: number }) {
  const t = talkWords.useT();
  const locale = useLocale();
  return (
    <div className={css['problem']} role="alert">
      <div>
        <strong>{t('talk.over.title')}</strong>
        <p>{t('talk.over.text')}</p>
        {free > 0 ? <p>{t('talk.over.free_tomorrow', { time: formatSpan(free, locale) })}</p> : null}
        <MoreTime />
      </div>
    </div>
  );
}

/** What a turn cost: bought seconds, free ones, or both. */
function Spent({ talk_sec: talk, charged_sec: charged }: NonNullable<TalkState['spent']>) {
  const t = talkWords.useT();
  const locale = useLocale();
  const kind = talk === 0 ? 'none' : charged === 0 ? 'free' : charged < talk ? 'partly_free' : 'cost';
  return t(`talk.turn.${kind}`, { time: formatSpan(talk, locale), free: formatSpan(talk - charged, locale) });
}

/** What is going on between the lines, what the turn costs, and what went wrong. */
export function TurnNote({
  session,
  state,
  dailyFreeSec: free,
}: {
  session: TalkSession;
  state: TalkState;
  dailyFreeSec: number;
}) {
  const t = talkWords.useT();
  const locale = useLocale();
  const { turn, hold_sec: hold, spent, problem } = state;
  if (problem?.way === 'more_time') return <BalanceOver freeTomorrow={free} />;
  if (problem) return <Problem session={session} state={state} />;
  if (turn !== 'idle')
    return (
      <p className={css['note']} role="status">
        {t(`talk.turn.${turn}`)}
        {hold > 0 ? ` · ${t('talk.turn.hold', { time: formatSpan(hold, locale) })}` : ''}
      </p>
    );
  return (
    <p className={css['note']}>
      {spent ? <Spent {...spent} /> : t('talk.about_cost')}{' '}
      {retryableReply(state) ? (
        <button type="button" className={css['tool']} onClick={() => session.retry()}>
          {t('talk.retry_reply')}
        </button>
      ) : null}
    </p>
  );
}
