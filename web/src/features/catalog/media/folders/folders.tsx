import { lazy, Suspense, type ComponentProps } from 'react';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { useCan } from '../../../../app/session.ts';

const FolderTree = lazy(async () => ({
  default: (await loadChunk(() => import('./folder-tree.tsx'))).FolderTree,
}));

/** The folders, for who may see them. */
export function Folders(props: ComponentProps<typeof FolderTree>) {
  if (!useCan('admin.media-folders.list')) return null;
  return (
    <Suspense fallback={<div />}>
      <FolderTree {...props} />
    </Suspense>
  );
}
