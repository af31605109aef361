import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import talkWords from 'virtual:locale/talk';
import type { ChatRow } from '@kaike/shared/contracts/ai/ai-talk';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../api/client.ts';
import { PagedList } from '../../../app/components/paged-list.tsx';
import { toast } from '../../../app/toasts.ts';
import { useTitle } from '../../../app/use-title.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { saveText } from '../../../ui/save-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { EmptyState } from '../../../ui/parts.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { BackLink } from './back-link.tsx';
import { TalkRow } from './history/talk-row.tsx';
import { toastError } from './toast-error.ts';
import { scenesKey, talksKey } from './talk.queries.ts';
import css from './talk.module.css';

function RemoveSheet({ row, onClose }: { row: ChatRow | null; onClose: () => void }) {
  const t = talkWords.useT();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const remove = async (): Promise<void> => {
    if (!row) return;
    setIsBusy(true);
    try {
      await call(aiTalk.deleteChat, { params: { id: row.id }, quiet: true });
      toast('success', t('talk.history.removed'));
      onClose();
      await client.invalidateQueries({ queryKey: talksKey });
      void client.invalidateQueries({ queryKey: scenesKey, refetchType: 'none' });
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Sheet
      open={row !== null}
      title={t('talk.history.remove_title')}
      onClose={onClose}
      bottom
      closeLabel={t('talk.close')}
    >
      <p>
        <strong>{row?.title}</strong>
      </p>
      <p>{t('talk.history.remove_text')}</p>
      <div className={css['row']}>
        <Button onClick={onClose}>{t('talk.cancel')}</Button>
        <Button look="danger" busy={isBusy} onClick={() => void remove()}>
          {t('talk.history.remove_confirm')}
        </Button>
      </div>
    </Sheet>
  );
}

/** Everything in one file. */
function ExportAll() {
  const t = talkWords.useT();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const parts: ResponseOf<typeof aiTalk.exportChats>[] = [];
      for (let page = 1; parts.at(-1)?.has_more !== false; page += 1)
        parts.push(await call(aiTalk.exportChats, { query: { page }, quiet: true }));
      const data = {
        chats: parts.flatMap(({ chats }) => chats),
        level: parts.flatMap(({ level }) => level ?? [])[0] ?? null,
        words: parts.flatMap(({ words }) => words),
        memories: parts.flatMap(({ memories }) => memories),
      };
      saveText(`${t('talk.export.file')}.json`, JSON.stringify(data, null, 2));
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className={css['export']}>
      <Button busy={isBusy} onClick={() => void save()}>
        {t('talk.history.export_all')}
      </Button>
      <p className={css['meta']}>{t('talk.history.export_note')}</p>
    </div>
  );
}

/** The talks so far, newest first; what is searched for is in the address. */
export function TalksPage() {
  const t = talkWords.useT();
  const [search, setSearch] = useSearchParams();
  const [row, setRow] = useState<ChatRow | null>(null);
  const keyword = search.get('keyword') ?? '';
  const [text, setText] = useState(keyword);
  useTitle(t('talk.history.title'));
  const list = useInfiniteQuery({
    queryKey: [...talksKey, keyword],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(aiTalk.listChats, { query: { page: pageParam, keyword }, signal, quiet: true }),
    getNextPageParam: (last) => (last.has_more ? last.current_page + 1 : undefined),
    placeholderData: (before) => before,
  });
  return (
    <div className={css['root']}>
      <BackLink />
      <h1>{t('talk.history.title')}</h1>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setSearch(text.trim() === '' ? {} : { keyword: text.trim() }, { replace: true });
        }}
      >
        <TextField
          label={t('talk.history.search')}
          showLabel={false}
          icon="search"
          type="search"
          enterKeyHint="search"
          value={text}
          maxLength={50}
          onChange={(value) => {
            setText(value);
            if (value === '') setSearch({}, { replace: true });
          }}
        />
      </form>
      <Link className={css['goalRow']} to="/home/ai-teacher/saved">
        <strong>{t('talk.saved.title')}</strong>
        <Icon name="right" />
      </Link>
      <PagedList
        list={list}
        empty={
          <EmptyState
            icon="list"
            title={t(keyword === '' ? 'talk.history.empty' : 'talk.history.no_match')}
            text={t(keyword === '' ? 'talk.history.empty_text' : 'talk.history.no_match_text')}
            action={
              <Link className={buttonClass('primary')} to="/home/ai-teacher">
                {t('talk.ways.home')}
              </Link>
            }
          />
        }
      >
        {(rows) => (
          <ul className={css['list']}>
            {rows.map((one) => (
              <TalkRow key={one.id} row={one} onRemove={() => setRow(one)} />
            ))}
          </ul>
        )}
      </PagedList>
      {list.data?.pages[0]?.data.length ? <ExportAll /> : null}
      <RemoveSheet row={row} onClose={() => setRow(null)} />
    </div>
  );
}
