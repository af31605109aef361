import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crowdedFolders } from './check-folders.mjs';

const filesIn = (folder, count, ending = '.ts') =>
  Array.from({ length: count }, (_, n) => `${folder}/file-${n}${ending}`);

test('a folder of sixteen files is crowded, one of fifteen is not', () => {
  assert.deepEqual(crowdedFolders(filesIn('server/src/kit', 16)), ['server/src/kit: 16 files']);
  assert.deepEqual(crowdedFolders(filesIn('server/src/kit', 15)), []);
});

test('tests, styles and lists by design do not count', () => {
  const files = [
    ...filesIn('web/src/ui', 15),
    ...filesIn('web/src/ui', 9, '.test.tsx'),
    ...filesIn('web/src/ui', 9, '.css'),
    ...filesIn('server/migrations', 60, '.sql'),
    ...filesIn('shared/src/locales/en/resources', 40, '.json'),
  ];
  assert.deepEqual(crowdedFolders(files), []);
});
