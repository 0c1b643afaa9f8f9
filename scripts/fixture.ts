import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { firstPages } from './check-sizes.mjs'

const root = resolve(import.meta.dirname, '..')

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const manifest = (name: string, more = {}) =>
  json({ name, version: '0.1.0', private: true, type: 'module', exports: { './*': './src/*' }, ...more })
const tsconfig = '{ "extends": "../tsconfig.base.json", "include": ["src"] }\n'

const lock = {
  packages: {
    '': { dependencies: { zod: '4.6.7' } },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-AA==' },
  },
}

const routeManifest = {
  entry: { module: '/assets/entry.js', imports: [], css: [] },
  routes: {
    root: { module: '/assets/root.js' },
    'auth-login': { parentId: 'root', module: '/assets/login.js' },
    ...Object.fromEntries(firstPages.map((id) => [id, { parentId: `${id}-area`, module: '/assets/first.js' }])),
    'slug-bookings': { parentId: 'slug-home-area', module: '/assets/root.js', imports: ['/assets/further.js'] },
  },
}

/** A minimal product that passes every check: contents by path. */
export const validProduct: Record<string, string> = {
  'package.json': json({
    name: 'tiny',
    version: '0.1.0',
    private: true,
    type: 'module',
    workspaces: ['contract', 'server', 'web'],
  }),
  'package-lock.json': json(lock),
  '.gitignore': 'node_modules\nbuild/\n',
  'contract/package.json': manifest('@studiohub/contract', { dependencies: { zod: '4.6.7' } }),
  'contract/tsconfig.json': tsconfig,
  'contract/src/features/bookings/schema.ts': "import { z } from 'zod'\n\nexport const Title = z.string().max(100)\n",
  'server/package.json': manifest('@studiohub/server', {
    main: 'src/main.ts',
    dependencies: { '@studiohub/contract': '*' },
  }),
  'server/tsconfig.json': tsconfig,
  'server/migrations/0001_rooms.sql': 'create table features (id uuid primary key);\n',
  'server/src/main.ts':
    "import { openBookings } from './features/bookings/router.ts'\nimport { bootstrapSql } from './platform/db/roles.ts'\nimport type { DB } from './platform/db/rows.generated.ts'\n\n" +
    'const start = (row: DB) => openBookings(row.features.id)\n\nstart({ features: { id: bootstrapSql() } })\n',
  'server/src/features/bookings/router.ts':
    "import { Title } from '@studiohub/contract/features/bookings/schema.ts'\n\nexport const openBookings = (id: string) => Title.parse(id)\n",
  'server/src/platform/db/roles.ts':
    "export const bootstrapSql = () => 'create role studiohub_owner; grant create on schema public to studiohub_owner'\n",
  'server/src/platform/db/rows.generated.ts':
    '// Written by `npm run generate` from the migrated schema.\nexport interface DB {\n  features: {\n    id: string\n  }\n}\n',
  'web/package.json': manifest('@studiohub/web', { main: 'src/root.tsx', exports: undefined }),
  'web/tsconfig.json':
    '{ "extends": "../tsconfig.base.json", "compilerOptions": { "lib": ["esnext", "dom"] }, "include": ["src"] }\n',
  'web/src/paths.ts': "export const paths = { bookings: () => '/studio/bookings' }\n",
  'web/src/root.tsx': "import { paths } from './paths.ts'\n\ndocument.title = paths.bookings()\n",
  'web/build/client/assets/manifest-1.js': `window.__reactRouterManifest=${JSON.stringify(routeManifest)};`,
  'web/build/client/assets/entry.js': 'entry',
  'web/build/client/assets/root.js': 'root',
  'web/build/client/assets/login.js': 'login',
  'web/build/client/assets/first.js': 'first',
  'web/build/client/assets/further.js': 'further',
}

/** Writes the minimal product and additional files into a new folder with the real configuration of the tools. */
export function writeProduct(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-planted-'))
  for (const name of ['biome.json', 'knip.jsonc', 'tsconfig.base.json']) {
    cpSync(join(root, name), join(folder, name))
  }
  linkPackages(folder)
  for (const [path, text] of Object.entries({ ...validProduct, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

// Links the real packages, but the workspaces of the minimal product.
function linkPackages(folder: string) {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@studiohub'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@studiohub') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  for (const name of ['contract', 'server', 'web']) symlinkSync(join(folder, name), join(packages, '@studiohub', name))
}
