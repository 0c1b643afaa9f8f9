import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Searches upwards, because this file is in `src/platform` during development and in `dist` after bundling.
function findServerRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"@studiohub/server"')) return folder
    const parent = dirname(folder)
    if (parent === folder) throw new Error('the server was moved away from its package.json')
    folder = parent
  }
}

const serverRoot = findServerRoot()
export const migrationsFolder = join(serverRoot, 'migrations')
/** The pictures of the demo's studios. */
export const demoPicturesFolder = join(serverRoot, 'demo-pictures')
export const webBuildFolder = join(serverRoot, '..', 'web', 'build', 'client')

/** The version in the product's package.json. */
export const productVersion: string = JSON.parse(readFileSync(join(serverRoot, 'package.json'), 'utf8')).version
