import type { courses } from '@kaike/shared/resources/catalog/courses';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { LessonFile, Outline, OutlineChapter, OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { formatClock } from '@kaike/shared/kit/format';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { useSession } from '../../../../app/session.ts';
import { useT } from '../../../../app/wording.ts';
import { LoadError } from '../../../../kit/load-error.tsx';
import type { PanelProps } from '../../../../kit/resource-view.ts';
import { SortableTree } from '../../../../kit/tree/sortable-tree.tsx';
import { Empty, Progress, Skeleton } from '../../../../kit/widgets.ts';
import { useShownCourse, useUploads } from '../../media/uploads/uploads-list.ts';
import { VideoPreview } from '../../media/video-preview.tsx';
import { AddChapter } from './adding/add-chapter.tsx';
import { AddLessons } from './adding/add-lessons.tsx';
import { useFileDrop } from './adding/use-file-drop.ts';
import { ChapterRow } from './chapter-row.tsx';
import { DeleteChapter } from './delete-chapter.tsx';
import { DocumentList } from './document-list.tsx';
import { LessonEditor } from './lesson/lesson-editor.tsx';
import { LessonRow } from './lesson-row.tsx';
import { OutlineProvider, useOutlineTools, type SendingFile } from './outline-context.ts';
import { attachMedia } from './attach-media.ts';
import css from './outline.module.css';
import { titleOf, toNodes, type OutlineNode } from './outline-nodes.ts';
import { UnfinishedUploads } from '../../media/uploads/unfinished-uploads.tsx';
import { lessonOf, useOutlineActions, useOutlineQuery, type OutlineActions } from './use-outline.ts';
import { useToolbox } from './use-toolbox.ts';

const MaterialDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./talk/material-dialog.tsx'))).MaterialDialog,
}));

/** Lessons of folded chapters are hidden; a drag must not lose them. */
function unfold(moved: readonly OutlineNode[], all: readonly OutlineNode[]): OutlineNode[] {
  return moved.map((node) => {
    const before = all.find(({ id }) => id === node.id);
    const hidden = (before?.children ?? []).filter(
      (child) => !moved.some(({ children }) => children?.some(({ id }) => id === child.id)),
    );
    return { ...node, children: [...(node.children ?? []), ...hidden] };
  });
}

/** A chapter without lessons. */
const isBare = ({ children }: OutlineNode): boolean => (children ?? []).length === 0;

/** What adds to the outline. */
function Foot({ mayEdit, add }: { mayEdit: boolean; add: (title: string) => Promise<boolean> }) {
  return mayEdit ? (
    <div className={css['foot']}>
      <AddLessons />
      <AddChapter add={add} />
    </div>
  ) : null;
}

/** Shows what has been uploaded. */
function useArrivals(courseId: number, refresh: () => void): void {
  const arrived = useUploads(
    ({ uploads }) =>
      uploads.filter(({ purpose, view }) => purpose.course_id === courseId && view.state === 'done').length,
  );
  useEffect(() => {
    if (arrived > 0) refresh();
  }, [arrived, refresh]);
}

/** The open lesson is part of the address; pressing it again moves the focus to it. */
function useOpenLesson(outline: Outline | undefined) {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('lesson')) || null;
  const set = (lessonId: number | null): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (lessonId === null) next.delete('lesson');
        else next.set('lesson', String(lessonId));
        return next;
      },
      { replace: true },
    );
  const lesson = outline && id !== null ? lessonOf(outline, id) : undefined;
  return {
    id,
    lesson,
    open: (lessonId: number) =>
      lessonId === id ? document.querySelector<HTMLElement>('[data-lesson-heading]')?.focus() : set(lessonId),
    leave: () => {
      document.querySelector<HTMLElement>(`[data-lesson="${id}"] button[aria-current]`)?.focus();
      set(null);
    },
  };
}

/** Beside the outline: the open lesson, or how to open one. */
function LessonColumn({
  lesson,
  courseId,
  actions,
  leave,
}: {
  lesson: OutlineLesson | undefined;
  courseId: number;
  actions: OutlineActions;
  leave: () => void;
}) {
  const t = useT();
  if (!lesson) return <p className={css['choose']}>{t('outline.choose_lesson')}</p>;
  return <LessonEditor key={lesson.id} lesson={lesson} courseId={courseId} actions={actions} leave={leave} />;
}

/** How far a document is; videos and sounds say so in their own lessons. */
function Sending({ file }: { file: SendingFile | null }) {
  const t = useT();
  if (!file) return null;
  const label = t('outline.sending_file', { name: file.name });
  return (
    <div className={css['sending']}>
      <span>{label}</span>
      <Progress percent={file.percent} size="small" status="active" aria-label={label} />
    </div>
  );
}

/** What members of the whole course may download. */
function CourseFiles({
  files,
  mayEdit,
  put,
}: {
  files: readonly LessonFile[];
  mayEdit: boolean;
  put: (addresses: readonly string[]) => Promise<boolean>;
}) {
  const t = useT();
  const addresses = files.map(({ address }) => address);
  if (!mayEdit && files.length === 0) return null;
  return (
    <section className={css['downloads']} aria-labelledby="course-downloads">
      <h3 id="course-downloads">{t('outline.course_files')}</h3>
      <p className="kk-help">{t('outline.course_files_help')}</p>
      <DocumentList
        id="course-file"
        files={files}
        disabled={!mayEdit}
        onAdd={(address) => void put([...addresses, address])}
        onRemove={(address) => void put(addresses.filter((one) => one !== address))}
      />
    </section>
  );
}

/** The chapters with their lessons, in the order they are dragged to. */
function Rows({ nodes, reorder }: { nodes: readonly OutlineNode[]; reorder: OutlineActions['reorder'] }) {
  const t = useT();
  const { may_edit, isFolded } = useOutlineTools();
  const visibleNodes = nodes.map((node) =>
    node.data.kind === 'chapter' && isFolded(node.data.chapter.id) ? { ...node, children: [] } : node,
  );
  if (nodes.length === 0)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={
          <>
            <b>{t('outline.empty')}</b>
            <br />
            {may_edit ? t('outline.empty_hint') : null}
          </>
        }
      />
    );
  return (
    <SortableTree
      nodes={visibleNodes}
      titleOf={titleOf}
      disabled={!may_edit}
      onChange={(moved) => void reorder(unfold(moved, nodes))}
      renderRow={({ node: { data } }, { handle }) =>
        data.kind === 'chapter' ? (
          <ChapterRow chapter={data.chapter} handle={handle} />
        ) : (
          <LessonRow lesson={data.lesson} handle={handle} />
        )
      }
    />
  );
}

/** The outline of a course: chapters and lessons, sortable by drag, with their video and audio files. */
export function OutlinePanel({ row, permissions }: PanelProps<typeof courses>) {
  const t = useT();
  const owner = useSession((state) => state.user?.id ?? 0);
  const { data: outline, isError, error, refetch } = useOutlineQuery(row.id);
  const actions = useOutlineActions(row.id);
  const { refresh } = actions;
  const [talkedOf, setTalkedOf] = useState<OutlineLesson | null>(null);
  const [played, setPlayed] = useState<OutlineLesson | null>(null);
  const mayEdit = permissions.includes('update');
  const [doomed, setDoomed] = useState<OutlineChapter | null>(null);
  const opened = useOpenLesson(outline);
  const tools = useToolbox({
    courseId: row.id,
    actions,
    mayEdit,
    lastChapter: outline?.chapters.at(-1),
    dialogs: {
      edit: opened.open,
      edited_id: opened.id,
      editMaterial: setTalkedOf,
      preview: setPlayed,
      confirmRemoveChapter: setDoomed,
    },
  });
  const drop = useFileDrop(tools.addFilesAtEnd, tools.may_upload);
  useArrivals(row.id, refresh);
  useShownCourse(row.id);
  const nodes = useMemo(() => (outline ? toNodes(outline) : []), [outline]);
  const hasLessons = mayEdit && !nodes.every(isBare);
  if (isError && !outline) return <LoadError error={error} retry={() => void refetch()} />;
  if (!outline) return <Skeleton active paragraph={{ rows: 6 }} />;
  const summary = t('outline.summary', {
    chapters: outline.chapters.length,
    lessons: outline.lesson_count,
    duration: formatClock(outline.duration_sec),
  });
  return (
    <OutlineProvider value={tools}>
      <div className={css['columns']} data-single={!hasLessons}>
        <div className={`${css['panel']} ${drop.isOver ? css['over'] : ''}`} data-outline {...drop.handlers}>
          <p className={css['summary']}>
            {summary}
            {tools.may_upload ? <span> · {t('outline.accept')}</span> : null}
          </p>
          {tools.may_upload ? <UnfinishedUploads courseId={row.id} owner={owner} attach={attachMedia} /> : null}
          <Rows nodes={nodes} reorder={actions.reorder} />
          <Sending file={tools.sending} />
          <Foot mayEdit={mayEdit} add={actions.addChapter} />
          <CourseFiles files={outline.attachments} mayEdit={mayEdit} put={actions.putAttachments} />
        </div>
        {hasLessons ? (
          <LessonColumn lesson={opened.lesson} courseId={row.id} actions={actions} leave={opened.leave} />
        ) : null}
      </div>
      {doomed ? <DeleteChapter chapter={doomed} remove={tools.removeChapter} close={() => setDoomed(null)} /> : null}
      {talkedOf ? (
        <Suspense fallback={null}>
          <MaterialDialog lesson={talkedOf} courseId={row.id} close={() => setTalkedOf(null)} />
        </Suspense>
      ) : null}
      {played?.media ? (
        <VideoPreview
          id={played.media.id}
          title={played.title}
          isSound={played.type === lessonType.audio}
          close={() => setPlayed(null)}
        />
      ) : null}
    </OutlineProvider>
  );
}
