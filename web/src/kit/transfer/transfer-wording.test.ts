import { expect, it } from 'vitest';
import wording from '@kaike/shared/locales/en/kit.json' with { type: 'json' };

// The sentences of the specification, section 8, word for word.
const sentences = {
  plugin_missing: 'The XLSX plug-in has not been loaded yet, please try again later',
  task_exists: 'The import or export task already exists',
  no_url: 'Export link address does not exist',
  download_error: 'Download error, download suspended',
  wrong_sheet: 'Import template error, please use the correct import template',
  import_error: 'Import error, import has been suspended',
  download_done: 'Download successfully',
  import_done: 'All imported successfully',
  import_partial:
    'Import {success_number} data successfully, import {error_number} data failed! Did you download wrong data',
  wrong_file: 'Wrong data',
  error_column: 'Error message',
};

it.each(Object.entries(sentences))('%s has the wording of the specification', (key, sentence) => {
  expect((wording.transfer as Record<string, string>)[key]).toBe(sentence);
});
