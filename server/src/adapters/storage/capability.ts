import { defineCapability } from '../provider.ts';
import { ossStorage } from './oss/provider.ts';
import type { StorageProvider } from './provider.ts';
import { qiniuStorage } from './qiniu/provider.ts';
import { s3Storage } from './s3/provider.ts';
import type { VendorDeps } from './vendor-http.ts';

/** Where new files go; files stay where they are when another storage is selected. */
export const storageCapability = defineCapability<VendorDeps, StorageProvider>()({
  driver: 'storage_driver',
  providers: [qiniuStorage, ossStorage, s3Storage],
  settings: {},
});
