import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import type { OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import * as courses from '@kaike/shared/contracts/catalog/courses';
import {
  lessonTypeChoices,
  playedTypes,
  switchStatus,
  switchStatusChoices,
} from '@kaike/shared/domain/catalog/courses/course-status';
import { call } from '../../../../../api/client.ts';
import { useSession } from '../../../../../app/session.ts';
import { useT } from '../../../../../app/wording.ts';
import { draftKey } from '../../../../../kit/form/draft.ts';
import { StaleDialog } from '../../../../../kit/form/stale-dialog.tsx';
import { useAutosave } from '../../../../../kit/form/use-autosave.ts';
import { KitIcon } from '../../../../../kit/kit-icon.tsx';
import { LoadError } from '../../../../../kit/load-error.tsx';
import { useHasDetailPane } from '../../../../../kit/use-narrow.ts';
import { Button, Skeleton } from '../../../../../kit/widgets.ts';
import css from '../outline.module.css';
import type { OutlineActions } from '../use-outline.ts';
import { lessonFields, LessonFields, type LessonValues } from './lesson-fields.tsx';
import { LessonMedia } from './lesson-media.tsx';
import { SaveLine } from './save-line.tsx';

type Stored = { values: LessonValues; version: number };
type Props = {
  lesson: OutlineLesson;
  courseId: number;
  actions: OutlineActions;
  /** Back to the lesson's row. */
  leave: () => void;
};

const labels: Readonly<Record<string, string>> = { title: 'lesson_title' };

const valuesOf = (lesson: OutlineLesson, content: string): LessonValues => ({
  title: lesson.title,
  type: lesson.type,
  preview_sec: lesson.preview_sec,
  is_free: lesson.is_free,
  status: lesson.status === switchStatus.off ? switchStatus.off : switchStatus.on,
  read_sec: lesson.read_sec,
  template_id: lesson.scene?.id ?? null,
  file: lesson.file?.address ?? null,
  attachments: lesson.attachments.map(({ address }) => address),
  content,
  media_id: lesson.media?.id ?? null,
});

/** Choices whose wording is not that of a resource. */
function useMaps() {
  const t = useT();
  return {
    type: lessonTypeChoices.map(({ value, key }) => ({ value, label: t(`outline.types.${key}`), tone: 'default' })),
    status: switchStatusChoices.map(({ value, key }) => ({
      value,
      label: t(`fields.choices.status.${key}`),
      tone: 'default',
    })),
  };
}

function Editor({ lesson, courseId, actions, leave, stored }: Props & { stored: Stored }) {
  const t = useT();
  const owner = useSession((state) => state.user?.id ?? 0);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const maps = useMaps();
  const label = (key: string): string => t(`outline.${labels[key] ?? key}`);
  const autosave = useAutosave<LessonValues>({
    fields: lessonFields,
    stored,
    label,
    prefix: 'lesson-',
    draft_key: draftKey({ user_id: owner, resource: 'lessons', id: lesson.id }),
    send: async (changes, { values, version }) =>
      (
        await actions.saveLesson(lesson.id, {
          ...changes,
          title: (changes.title ?? values.title).trim(),
          version,
        })
      ).version,
  });
  const { form, conflicts, resolve, save, handlers } = autosave;
  const isBeside = useHasDetailPane();
  // Whoever walks through the outline stays there while the lesson is beside it.
  useEffect(() => {
    if (!isBeside || !document.activeElement?.closest('[data-outline]')) heading.current?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it opens
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault();
      save();
    }
  };
  return (
    <section className={css['lessonPanel']} aria-labelledby={id} onKeyDown={onKeyDown} {...handlers}>
      <header className={css['lessonHead']}>
        <h3 id={id} ref={heading} tabIndex={-1} data-lesson-heading>
          {form.values.title || lesson.title}
        </h3>
        <SaveLine {...autosave} />
        <Button
          type="text"
          size="small"
          icon={<KitIcon name="cross" />}
          aria-label={t('outline.back_to_outline')}
          title={t('outline.back_to_outline')}
          onClick={leave}
        />
      </header>
      {playedTypes.includes(form.values.type) ? (
        <LessonMedia lesson={lesson} type={form.values.type} put={(mediaId) => form.set('media_id', mediaId)} />
      ) : null}
      <LessonFields form={form} lesson={lesson} courseId={courseId} actions={actions} />
      <StaleDialog
        fields={lessonFields}
        conflicts={conflicts}
        words={{ t, field: label }}
        maps={maps}
        resolve={resolve}
      />
    </section>
  );
}

/** The text of an article is not part of the outline; the lesson is shown as it was when its text was read. */
function useStored(lesson: OutlineLesson, courseId: number) {
  const text = useQuery({
    queryKey: ['courses', 'lesson-text', lesson.id, lesson.version],
    enabled: lesson.has_content,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    queryFn: async ({ signal }) => ({
      lesson,
      ...(await call(courses.getLessonText, { params: { id: courseId, lesson_id: lesson.id }, signal })),
    }),
  });
  const last = useRef<Stored | null>(null);
  if (!lesson.has_content) last.current = { values: valuesOf(lesson, ''), version: lesson.version };
  else if (text.data)
    last.current = { values: valuesOf(text.data.lesson, text.data.content), version: text.data.version };
  return { stored: last.current, error: text.error, retry: () => void text.refetch() };
}

/** One lesson beside its outline: every field, each change saved by itself. */
export function LessonEditor(props: Props) {
  const { stored, error, retry } = useStored(props.lesson, props.courseId);
  if (stored) return <Editor {...props} stored={stored} />;
  return error ? <LoadError error={error} retry={retry} /> : <Skeleton active paragraph={{ rows: 8 }} />;
}
