import { useEffect, useMemo, useState } from 'react';
import type { OutlineChapter, OutlineLesson } from '@kaike/shared/contracts/courses';
import { formatClock } from '@kaike/shared/kit/format';
import { useSession } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { SortableTree } from '../../../kit/sortable-tree.tsx';
import { Empty, Skeleton } from '../../../kit/widgets.ts';
import { useUploads } from '../../media/uploads-store.ts';
import { VideoPreview } from '../../media/video-preview.tsx';
import { AddChapter } from './add-chapter.tsx';
import { ChapterRow } from './chapter-row.tsx';
import { DeleteChapter } from './delete-chapter.tsx';
import { LessonDialog } from './lesson-dialog.tsx';
import { LessonRow } from './lesson-row.tsx';
import { OutlineProvider } from './outline-context.ts';
import css from './outline.module.css';
import { titleOf, toNodes, type OutlineNode } from './outline-nodes.ts';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { useOutlineActions, useOutlineQuery } from './use-outline.ts';
import { useToolbox } from './use-toolbox.ts';

/** Lessons of folded chapters are not shown; a drag must not lose them. */
function unfold(moved: readonly OutlineNode[], all: readonly OutlineNode[]): OutlineNode[] {
  return moved.map((node) => {
    const before = all.find(({ id }) => id === node.id);
    const hidden = (before?.children ?? []).filter((child) => !moved.some(({ children }) => children?.some(({ id }) => id === child.id)));
    return { ...node, children: [...(node.children ?? []), ...hidden] };
  });
}

/** The outline of a course: chapters and lessons, dragged into order, with their videos. */
export function OutlinePanel({ row, permissions }: PanelProps) {
  const t = useT();
  const owner = useSession((state) => state.user?.id ?? 0);
  const { data: outline, isError, refetch } = useOutlineQuery(row.id);
  const actions = useOutlineActions(row.id);
  const { refresh } = actions;
  const [edited, setEdited] = useState<OutlineLesson | null>(null);
  const [played, setPlayed] = useState<OutlineLesson | null>(null);
  const mayEdit = permissions.includes('update');
  const [doomed, setDoomed] = useState<OutlineChapter | null>(null);
  const tools = useToolbox({ courseId: row.id, actions, mayEdit, dialogs: { edit: setEdited, preview: setPlayed, askRemoveChapter: setDoomed } });
  const arrived = useUploads(({ uploads }) => uploads.filter(({ purpose, view }) => purpose.course_id === row.id && view.state === 'done').length);
  useEffect(() => { if (arrived > 0) refresh(); }, [arrived, refresh]);
  const nodes = useMemo(() => (outline ? toNodes(outline) : []), [outline]);
  const shown = nodes.map((node) => (node.data.kind === 'chapter' && tools.isFolded(node.data.chapter.id) ? { ...node, children: [] } : node));
  if (isError && !outline) return <LoadError retry={() => void refetch()} />;
  if (!outline) return <Skeleton active paragraph={{ rows: 6 }} />;
  const summary = t('outline.summary', { chapters: outline.chapters.length, lessons: outline.lesson_count, duration: formatClock(outline.duration_sec) });
  return (
    <OutlineProvider value={tools}>
      <div className={css['panel']}>
        <p className={css['summary']}>{summary}{tools.may_upload ? <span> · {t('media.accept')}</span> : null}</p>
        {tools.may_upload ? <UnfinishedUploads courseId={row.id} owner={owner} /> : null}
        {nodes.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={<><b>{t('outline.empty')}</b><br />{mayEdit ? t('outline.empty_hint') : null}</>} /> : (
          <SortableTree
            nodes={shown} titleOf={titleOf} disabled={!mayEdit} onChange={(moved) => void actions.reorder(unfold(moved, nodes))}
            renderRow={({ node: { data } }, { handle }) => (data.kind === 'chapter' ? <ChapterRow chapter={data.chapter} handle={handle} /> : <LessonRow lesson={data.lesson} handle={handle} />)}
          />
        )}
        {mayEdit ? <AddChapter add={actions.addChapter} /> : null}
      </div>
      {doomed ? <DeleteChapter chapter={doomed} remove={tools.removeChapter} close={() => setDoomed(null)} /> : null}
      {edited ? <LessonDialog lesson={edited} actions={actions} close={() => setEdited(null)} /> : null}
      {played?.media ? <VideoPreview id={played.media.id} title={played.title} close={() => setPlayed(null)} /> : null}
    </OutlineProvider>
  );
}
