import { defaultWebUrl } from '@kaike/shared/domain/constants';

/** Where a version is downloaded: our own permanent address for an uploaded installer, or the address that was entered. */
export const downloadAddress = ({ id, file, url }: { id: number; file: string | null; url: string }): string =>
  file === null || file === '' ? url : `${defaultWebUrl}/open/apps/${id}/download`;
