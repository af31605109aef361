import type { Outline, OutlineChapter, OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import type { TreeNode } from '../../../../kit/tree/tree-moves.ts';

export type OutlineRow = { kind: 'chapter'; chapter: OutlineChapter } | { kind: 'lesson'; lesson: OutlineLesson };
export type OutlineNode = TreeNode<OutlineRow>;

/** The outline as rows that can be dragged; lessons of folded chapters are left out. */
export function toNodes({ chapters }: Pick<Outline, 'chapters'>): OutlineNode[] {
  return chapters.map((chapter) => ({
    id: `chapter-${chapter.id}`,
    data: { kind: 'chapter', chapter },
    children: chapter.lessons.map((lesson) => ({ id: `lesson-${lesson.id}`, data: { kind: 'lesson', lesson } })),
  }));
}

/** The order in the server's format. */
export function newOrder(nodes: readonly OutlineNode[]): { id: number; lesson_ids: number[] }[] {
  return nodes.flatMap(({ data, children }) =>
    data.kind === 'chapter'
      ? [
          {
            id: data.chapter.id,
            lesson_ids: (children ?? []).flatMap((child) =>
              child.data.kind === 'lesson' ? [child.data.lesson.id] : [],
            ),
          },
        ]
      : [],
  );
}

export const titleOf = (row: OutlineRow): string => (row.kind === 'chapter' ? row.chapter.title : row.lesson.title);
