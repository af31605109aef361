import { useState } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import notesWords from 'virtual:locale/notes';
import type { MyNotes } from '@kaike/shared/contracts/catalog/lesson-notes';
import * as lessonNotes from '@kaike/shared/contracts/catalog/lesson-notes';
import { call } from '../../../api/client.ts';
import { MoreRows } from '../../../app/components/paged-list.tsx';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { toast } from '../../../app/toasts.ts';
import { useTitle } from '../../../app/use-title.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { EmptyState, Skeleton } from '../../../ui/parts.tsx';
import { saveText } from '../../../ui/save-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { AccountHeader } from '../../auth/member-account/public.ts';
import css from './all-notes/all-notes.module.css';
import { groupNotes, type MyNote } from './all-notes/group-notes.ts';
import { NoteList } from './all-notes/note-list.tsx';
import { writeCourseNotes } from './extras/write-notes.ts';

type Choice = { course_id: number | null; search: string };

/** The first page is requested as the document's preload does (shared/src/pages). */
const queryOf = ({ course_id, search }: Choice, page: number) => ({
  ...(page === 1 ? {} : { page }),
  ...(course_id === null ? {} : { course_id }),
  ...(search === '' ? {} : { search }),
});

/** All notes of the choice, not only the pages on the screen. */
async function readAll(choice: Choice): Promise<MyNote[]> {
  const notes: MyNote[] = [];
  for (let page = 1; ; page += 1) {
    const { data, has_more } = await call(lessonNotes.listMyNotes, {
      query: queryOf(choice, page),
      quiet: true,
    });
    notes.push(...data);
    if (!has_more) return notes;
  }
}

function Exports({ choice }: { choice: Choice }) {
  const t = notesWords.useT();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: 'txt' | 'md'): Promise<void> => {
    setIsBusy(true);
    await readAll(choice)
      .then((notes) => saveText(`${t('notes.file')}.${format}`, writeCourseNotes(groupNotes(notes), format)))
      .catch(() => toast('error', t('notes.export_failed')));
    setIsBusy(false);
  };
  return (
    <div className={css['exports']}>
      <p>{t('notes.private')}</p>
      <Button busy={isBusy} onClick={() => void save('txt')}>
        {t('notes.export_text')}
      </Button>
      <Button busy={isBusy} onClick={() => void save('md')}>
        {t('notes.export_markdown')}
      </Button>
    </div>
  );
}

type ToolsProps = { courses: MyNotes['courses']; choice: Choice; onChange: (choice: Choice) => void };

function Tools({ courses, choice, onChange }: ToolsProps) {
  const t = notesWords.useT();
  const [text, setText] = useState(choice.search);
  const count = courses.reduce((sum, course) => sum + course.count, 0);
  return (
    <form
      role="search"
      className={css['tools']}
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ ...choice, search: text.trim() });
      }}
    >
      <TextField
        label={t('notes.search')}
        showLabel={false}
        icon="search"
        type="search"
        enterKeyHint="search"
        value={text}
        maxLength={50}
        onChange={(value) => {
          setText(value);
          if (value === '') onChange({ ...choice, search: '' });
        }}
      />
      <SelectField
        label={t('notes.course')}
        showLabel={false}
        value={choice.course_id === null ? '' : String(choice.course_id)}
        options={[
          { value: '', label: t('notes.all', { count }) },
          ...courses.map((course) => ({ value: String(course.id), label: t('notes.one', course) })),
        ]}
        onChange={(value) => onChange({ ...choice, course_id: value === '' ? null : Number(value) })}
      />
    </form>
  );
}

function NothingYet() {
  const t = notesWords.useT();
  return (
    <EmptyState
      icon="edit"
      title={t('notes.empty')}
      text={t('notes.empty_text')}
      action={
        <Link className={buttonClass('primary')} to="/home/courses">
          {t('notes.to_courses')}
        </Link>
      }
    />
  );
}

function Notes() {
  const t = notesWords.useT();
  const [params, setParams] = useSearchParams();
  const choice = { course_id: Number(params.get('course')) || null, search: params.get('search') ?? '' };
  const list = useInfiniteQuery({
    queryKey: ['home', 'my-notes', choice],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(lessonNotes.listMyNotes, { query: queryOf(choice, pageParam), signal, quiet: true }),
    getNextPageParam: (last) => (last.has_more ? last.current_page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const { data, isError, error, refetch } = list;
  if (isError && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  const courses = data.pages[0]?.courses ?? [];
  const notes = data.pages.flatMap((page) => page.data);
  if (courses.length === 0) return <NothingYet />;
  const show = ({ course_id, search }: Choice): void =>
    setParams(
      { ...(course_id === null ? {} : { course: String(course_id) }), ...(search === '' ? {} : { search }) },
      { replace: true },
    );
  return (
    <div className={css['page']}>
      <Tools courses={courses} choice={choice} onChange={show} />
      {notes.length === 0 ? (
        <div className={css['list']}>
          <EmptyState
            icon="search"
            title={t('notes.no_match')}
            action={<Button onClick={() => setParams({}, { replace: true })}>{t('notes.show_all')}</Button>}
          />
        </div>
      ) : (
        <>
          <div className={css['list']}>
            <NoteList courses={groupNotes(notes)} />
            <MoreRows list={list} />
          </div>
          <Exports choice={choice} />
        </>
      )}
    </div>
  );
}

/** All of the member's notes: by course, searched, exported, each leading to its second of the lesson. */
export function MyNotesPage() {
  const t = notesWords.useT();
  useTitle(t('notes.title'));
  return (
    <>
      <AccountHeader title={t('notes.title')} />
      <Notes />
    </>
  );
}
