import { testStorages } from './support/storage-suite.ts';

// The signatures of each vendor are tested every time, on the server.
testStorages(['oss', 'qiniu', 's3'], { on_second_server: true });
