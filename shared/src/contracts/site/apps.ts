import { appPlatformChoices } from '../../domain/site/app-version.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

export const getVersionInfo = contract({
  method: 'GET',
  path: '/open/apps/version-info',
  query: {
    platform: field.choice(appPlatformChoices, { rules: 'required' }),
    version_code: field.text({ rules: 'required|max:30' }),
  },
  response: s.object({
    update: s.literal('none', 'optional', 'forced'),
    /** The newest version of the platform; null while there is none. */
    app: s.nullable(
      s.object({
        id: s.integer(),
        platform: s.string(),
        version: s.string(),
        min_version: s.string(),
        notes: s.string(),
        url: s.string(),
        size: s.nullable(s.integer()),
        sha256: s.string(),
      }),
    ),
  }),
});

/** Downloads the installer of an enabled version; redirects to a URL that expires after five minutes. */
export const downloadApp = contract({ method: 'GET', path: '/open/apps/:id/download', response: s.any() });
