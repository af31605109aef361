import type { mediaFolders } from '@kaike/shared/resources/catalog/media-folders';
import type { ResourceView } from '../../../../kit/resource-view.ts';
import { fileCount } from './file-count.ts';

export const resourceView: ResourceView<typeof mediaFolders> = {
  cells: { file_count: (row) => <span className="kk-number">{fileCount(row.file_count)}</span> },
};
