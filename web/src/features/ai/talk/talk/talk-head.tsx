import { Link } from 'react-router';
import { useStore } from 'zustand';
import talkWords from 'virtual:locale/talk';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import { ScenePlace } from '../../../../app/components/scene-picture.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import type { TalkState } from '../session/talk-state.ts';
import { Clock } from './clock.tsx';
import { homeOf } from '../lesson/home-of.ts';
import { Goals } from './goals.tsx';
import { setSound, voiceStore } from '../voice/voice.ts';
import css from '../talk.module.css';

/** Who talks with whom, the goals, and at all times how long and what is left. */
export function TalkHead({
  state: { chat, seconds_left },
  canRead,
  onFinish,
}: {
  state: TalkState;
  canRead: boolean;
  onFinish: () => void;
}) {
  const t = talkWords.useT();
  const locale = useLocale();
  const isOn = useStore(voiceStore, (state) => state.is_on);
  if (!chat) return null;
  const isActive = chat.status === chatStatus.active;
  return (
    <header className={css['head']}>
      <ScenePlace picture={chat.picture} teacher={chat.people} />
      <div className={css['bar']}>
        <Link className={css['icon']} to={homeOf(chat)} aria-label={t('talk.back')}>
          <Icon name="left" size={24} />
        </Link>
        <div className={css['who']}>
          <h1>{chat.title}</h1>
          <p className={css['meta']}>
            {chat.people.name} · {t('talk.ai_teacher')} · {t(`talk.levels.${chat.cefr}`)}
          </p>
        </div>
        {canRead ? (
          <button
            type="button"
            className={css['icon']}
            aria-label={t(isOn ? 'talk.sound.off' : 'talk.sound.on')}
            aria-pressed={isOn}
            onClick={() => setSound(!isOn)}
          >
            <Icon name={isOn ? 'volume' : 'mute'} size={22} />
          </button>
        ) : null}
        {isActive ? (
          <button type="button" className={css['tool']} onClick={onFinish}>
            {t('talk.finish.open')}
          </button>
        ) : null}
      </div>
      <div className={css['bar']}>
        {chat.goals.length > 0 ? <Goals goals={chat.goals} /> : <span />}
        <p className={css['time']}>
          <Clock isRunning={isActive} />
          <span>
            {seconds_left > 0 ? t('talk.left', { time: formatSpan(seconds_left, locale) }) : t('talk.left_none')}
          </span>
        </p>
      </div>
    </header>
  );
}
