import * as browserErrors from '@kaike/shared/contracts/system/browser-errors';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { reportBrowserError } from './report-browser-error.ts';

/** Errors that browsers report. */
export const browserErrorsFeature: Feature = {
  routes: [
    // Pages report whoever reads them, also when the session was ended elsewhere.
    route.open(browserErrors.reportBrowserError, {
      ignores_ended_session: true,
      limit: { by: 'ip', max: 60, seconds: 600 },
      handler: reportBrowserError,
    }),
  ],
};
