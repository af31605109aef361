import type { courses } from '@kaike/shared/resources/catalog/courses';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import type { PanelProps, ResourceView } from '../../../kit/resource-view.ts';

// Drag and drop and uploads are loaded with an outline, not with the list.
const OutlinePanel = lazy(async () => ({
  default: (await loadChunk(() => import('./outline/outline-panel.tsx'))).OutlinePanel,
}));

function Outline(props: PanelProps<typeof courses>) {
  return (
    <Suspense fallback={<div className="kk-loading" role="status" />}>
      <OutlinePanel {...props} />
    </Suspense>
  );
}

export const resourceView: ResourceView<typeof courses> = {
  panels: [{ key: 'outline', wording: 'outline.title', panel: Outline, permission: 'show', first: true }],
};
