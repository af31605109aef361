/** The direction of imports; ARCHITECTURE.md says why. `tools/fence.test.mjs` plants violations and demands that they are caught. */
const between = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    between('no-cycles', {}, { circular: true }, 'Modules do not import each other in circles, types included.'),
    between('shared-is-pure', { path: '^shared/src' }, { path: '^(server|web)/' }, 'shared runs anywhere.'),
    between(
      'shared-without-node',
      { path: '^shared/src', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: ['core'] },
      'shared runs in browsers, too.',
    ),
    between(
      'shared-needs-no-package',
      { path: '^shared/src', pathNot: '\\.test\\.ts$' },
      { path: 'node_modules' },
      'shared has no dependencies.',
    ),
    between(
      'plugins-by-contract',
      { path: '^plugins/([^/]+)/' },
      { pathNot: '^plugins/$1/', dependencyTypesNot: ['core'] },
      'A plugin knows the documented contract only, so that it works outside this repository.',
    ),
    between(
      'no-plugin-inside',
      { path: '^(shared|server|web)/' },
      { path: '^plugins/' },
      'The product runs without any plugin.',
    ),
    between(
      'no-test-code-in-product',
      { path: '^(shared|server|web)/src/', pathNot: '(\\.test\\.tsx?|\\.fixture\\.ts|/test-storage\\.ts)$' },
      { path: '^(server|web)/test/' },
      'Stand-ins of vendors answer tests only, never a school, not in the demo either.',
    ),
    between('server-never-web', { path: '^server/' }, { path: '^web/' }, 'They meet over HTTP only.'),
    between('web-never-server', { path: '^web/' }, { path: '^server/' }, 'They meet over HTTP only.'),
    between(
      'db-below',
      { path: '^server/src/db' },
      { path: '^server/src/(kit|http|features|jobs|cli)', pathNot: 'constraint-errors' },
      'The database layer knows nothing above it.',
    ),
    between(
      'core-below',
      { path: '^server/src/core/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/(http|kit|features|jobs|cli|adapters|context\\.ts)' },
      'What every layer builds on builds on none of them.',
    ),
    between(
      'kit-without-http',
      { path: '^server/src/kit/', pathNot: '\\.test\\.ts$' },
      { path: ['^server/src/http/', 'node_modules/(@?fastify)'] },
      'The engine knows no HTTP.',
    ),
    between(
      'composition-root',
      {
        path: '^server/src/',
        pathNot: [
          '^server/src/(main|app|context|features/index)\\.ts$',
          '^server/src/(cli|process|jobs)/',
          '\\.(test|fixture)\\.ts$',
        ],
      },
      { path: '^server/src/(context\\.ts|app\\.ts|features/index\\.ts|features/[^/]+/domain\\.ts)$' },
      'Services are constructed, and features joined, at the top only.',
    ),
    between(
      'core-without-framework',
      { path: '^server/src/core/', pathNot: '\\.test\\.ts$' },
      { path: 'node_modules/(@?fastify)' },
      'The core knows no HTTP.',
    ),
    between(
      'kit-below-features',
      { path: '^server/src/(kit|http)' },
      { path: '^server/src/(features|cli|jobs)' },
      'The engine knows no feature.',
    ),
    between(
      'features-through-public',
      { path: '^server/src/features/([^/]+)/([^/]+)/' },
      {
        path: '^server/src/features/[^/]+/',
        pathNot: ['^server/src/features/$1/$2/', '/public\\.ts$', '^server/src/features/(feature|domain)\\.ts$'],
      },
      'A feature imports another one through its public.ts.',
    ),
    between(
      'domains-apart',
      { path: '^server/src/features/([^/]+)/domain\\.ts$' },
      { path: '^server/src/features/[^/]+/', pathNot: '^server/src/features/$1/' },
      'A domain joins its own features.',
    ),
    between(
      'features-use-ports',
      { path: '^server/src/features', pathNot: '\\.test\\.ts$' },
      {
        path: '^server/src/adapters/[^/]+/(?!port\\.ts)',
        pathNot: ['^server/src/adapters/(video|storage)/(playlist|generate|probe)', 'find-ffmpeg'],
      },
      'A feature knows an adapter by its port.',
    ),
    between(
      'adapters-alone',
      { path: '^server/src/adapters/([^/]+)/' },
      { path: '^server/src/(features|kit|http|jobs|cli)' },
      'An adapter builds on the core.',
    ),
    between(
      'ui-alone',
      { path: '^web/src/ui' },
      { path: '^web/src/(?!ui)' },
      'Primitives know nothing of ours but primitives.',
    ),
    between(
      'api-below',
      { path: '^web/src/(api|app|form)' },
      { path: '^web/src/(features|areas|kit)', pathNot: '\\.test\\.tsx?$' },
      'The foundation knows no feature.',
    ),
    between(
      'web-kit-below-features',
      { path: '^web/src/kit' },
      { path: '^web/src/(features|areas)' },
      'The kit knows no feature.',
    ),
    between(
      'antd-in-kit-only',
      { path: '^web/src/(?!kit|areas/admin)' },
      { path: 'node_modules/(antd|@ant-design|rc-)' },
      'antd stays behind the kit.',
    ),
    between(
      'phones-without-kit',
      {
        path: '^web/src/(areas/(open|home|shared)/|features/(auth/(login|member-account)|ai/talk|cards/cards|catalog/courses|learning/(home|playback)|commerce/orders/buying|site)/.*\\.page)',
      },
      { path: '^web/src/kit', pathNot: '^web/src/kit/(crop/|fields/files/upload-file)', reachable: true },
      'open and home never load the back office, over no detour; a picture is cut and uploaded as there.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^dist|\\.json$)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
