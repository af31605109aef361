import { Navigate, useParams } from 'react-router';
import { templateStatus, templateType } from '@kaike/shared/domain/ai/ai-template';
import { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { useT } from '../../../app/wording.ts';
import { Offline } from '../../../kit/list/rows/offline.tsx';
import { LoadError } from '../../../kit/load-error.tsx';
import { useResourceRow } from '../../../kit/use-resource.ts';
import { Skeleton } from '../../../kit/widgets.ts';
import { SceneWorkbench } from './scene/workbench.tsx';

/** The draft among the versions of a template. */
function draftOf(versions: unknown): number | null {
  const list: unknown[] = Array.isArray(versions) ? versions : [];
  for (const one of list)
    if (
      typeof one === 'object' &&
      one !== null &&
      'id' in one &&
      'status' in one &&
      one.status === templateStatus.draft
    )
      return Number(one.id);
  return null;
}

/** Edits the scene of a template as fields, with a test run beside it. Where a draft exists, it is the one that is edited. */
export function SceneEditorPage() {
  const id = Number(useParams()['id'] ?? 0);
  const t = useT();
  const template = useResourceRow(aiPromptTemplates, id);
  const { data, isError, error, refetch } = template;
  if (isError && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const { row } = data;
  const draft = draftOf(row['versions']);
  if (row['type'] !== templateType.scene) return <Navigate to={`/admin/ai-prompt-templates/${id}`} replace />;
  if (draft !== null && draft !== id) return <Navigate to={`/admin/ai-prompt-templates/${draft}/scene`} replace />;
  return (
    <>
      <Offline query={template} words={{ t }} />
      <SceneWorkbench key={id} loaded={data} />
    </>
  );
}
