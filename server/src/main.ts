/**
 * The program of the server. Node keeps what it compiled in `DATA_DIR/compile-cache`, so that the next start takes a fifth
 * less time (docs/quality.md, "Memory and start"). Only modules loaded after this are kept, so the rest is imported here.
 */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { defaultDataDir } from './platform/config/data-dir.ts'

const dataDir = resolve(process.env.DATA_DIR || defaultDataDir)
// The first start makes the folder, with its own permissions. A folder that cannot be written is no error: nothing is kept.
if (existsSync(dataDir)) enableCompileCache(resolve(dataDir, 'compile-cache'))

const { serve } = await import('./serve.ts')
await serve()
