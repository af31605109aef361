import { browserErrorKinds, maxReportLengths } from '../../domain/system/browser-error.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

/** Reports an error that happened in this browser; what could name a person is removed before it is stored. */
export const reportBrowserError = contract({
  method: 'POST',
  path: '/open/browser-errors',
  body: {
    kind: field.choice(
      browserErrorKinds.map((value) => ({ value, key: value })),
      { rules: 'required' },
    ),
    message: field.text({ rules: `required|max:${maxReportLengths.message}` }),
    stack: field.long_text({ rules: `max:${maxReportLengths.stack}` }),
    path: field.text({ rules: `required|max:${maxReportLengths.path}` }),
    release: field.text({ rules: `max:${maxReportLengths.release}` }),
  },
  response: s.object({}),
});
