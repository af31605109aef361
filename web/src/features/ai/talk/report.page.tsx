import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import talkWords from 'virtual:locale/talk';
import type { ChatReport, TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { useDates } from '../../../app/dates.ts';
import { call } from '../../../api/client.ts';
import { fetchById, retryUnlessNotFound } from '../../../api/fetch-by-id.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { toast } from '../../../app/toasts.ts';
import { useTitle } from '../../../app/use-title.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../../ui/parts.tsx';
import { BackLink } from './back-link.tsx';
import { Figures, GoalList } from './report/figures.tsx';
import { Mistakes } from './marks/mistakes.tsx';
import { KeptSentences } from './report/kept-sentences.tsx';
import { KeptWords } from './report/kept-words.tsx';
import { Sentences } from './report/sentences.tsx';
import { SummaryCard } from './report/talk-summary.tsx';
import { LevelCard } from './level/level-card.tsx';
import { ReportAsk } from './memory/report-ask.tsx';
import { homeOf } from './lesson/home-of.ts';
import { toastError } from './toast-error.ts';
import css from './talk.module.css';

const pollMs = 2000;
const ratings = [1, 2, 3, 4, 5];

function Rating({ chat, onRate }: { chat: TalkChat; onRate: (chat: TalkChat) => void }) {
  const t = talkWords.useT();
  const rate = async (rating: number): Promise<void> => {
    onRate((await call(aiTalk.rateChat, { params: { id: chat.id }, body: { rating }, quiet: true })).chat);
    toast('success', t('talk.done.rated'));
  };
  return (
    <section>
      <h2>{t('talk.done.rate')}</h2>
      <div className={css['stars']} role="group" aria-label={t('talk.done.rate')}>
        {ratings.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={t('talk.done.rate_star', { count })}
            aria-pressed={chat.rating === count}
            onClick={() => void rate(count).catch(toastError)}
          >
            {count}
          </button>
        ))}
      </div>
    </section>
  );
}

/** What can be said better, but for the sentences that stand below as cards, corrected the same way. */
const practised = ({ practise, sentences }: ChatReport): ChatReport['practise'] =>
  practise.filter(({ better }) => !sentences.some(({ right }) => right === better?.en));

/** Whether more of a report is being written. */
const isAwaited = (data: ResponseOf<typeof aiTalk.getChatReport> | undefined): boolean =>
  data?.state === 'waiting' || data?.summary.state === 'waiting';

/** What came of a talk: figures, goals, sentences, words, cost. */
export function ReportPage() {
  const dates = useDates();
  const t = talkWords.useT();
  const client = useQueryClient();
  const id = Number(useParams()['id']);
  const queryKey = ['talk', 'report', id];
  const { data, error, refetch } = useQuery({
    queryKey,
    retry: retryUnlessNotFound,
    queryFn: ({ signal }) => fetchById(id, () => call(aiTalk.getChatReport, { params: { id }, signal, quiet: true })),
    refetchInterval: ({ state }) => (isAwaited(state.data) ? pollMs : false),
  });
  useTitle(t('talk.done.title'));
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={360} />;
  const { state, chat, report, summary } = data;
  const isActive = chat.status === chatStatus.active;
  return (
    <div className={css['root']}>
      <BackLink />
      <header>
        <h1>{t('talk.done.title')}</h1>
        <p className={css['meta']}>
          {chat.title} · {chat.people.name} · {dates.when(chat.started_at)}
        </p>
      </header>
      {state === 'waiting' ? (
        <div aria-busy="true" role="status">
          <p>{t('talk.done.waiting')}</p>
          <p className={css['meta']}>{t('talk.done.waiting_text')}</p>
          <Skeleton height={200} />
        </div>
      ) : null}
      {state === 'none' ? (
        <EmptyState
          icon="file-text"
          title={t('talk.done.none')}
          text={t(isActive ? 'talk.done.not_over' : 'talk.done.none_text')}
        />
      ) : null}
      {report ? (
        <>
          <Figures report={report} />
          <SummaryCard written={summary} />
          <GoalList goals={report.goals} />
          <Sentences title={t('talk.done.well')} sentences={report.well} people={chat.people} />
          <Sentences title={t('talk.done.practise')} sentences={practised(report)} people={chat.people} />
          {report.mistakes.length > 0 ? <Mistakes mistakes={report.mistakes} /> : null}
          {report.sentences.length > 0 ? <KeptSentences sentences={report.sentences} people={chat.people} /> : null}
          <KeptWords chatId={chat.id} words={report.words} />
          <LevelCard />
          {chat.provider === scriptProvider ? null : <ReportAsk />}
          <Rating chat={chat} onRate={(rated) => client.setQueryData(queryKey, { ...data, chat: rated })} />
        </>
      ) : null}
      {isActive ? (
        <Link className={buttonClass('primary', true)} to={`/home/ai-teacher/talks/${id}`}>
          {t('talk.home.continue')}
        </Link>
      ) : (
        <Link className={buttonClass('primary', true)} to={homeOf(chat)}>
          {t(chat.lesson_id === null ? 'talk.done.home' : 'talk.lesson.back')}
        </Link>
      )}
    </div>
  );
}
