import { testStorages } from './support/storage-suite.ts';

testStorages(['s3']);
