/**
 * The program of the server. Node stores compiled code in `DATA_DIR/compile-cache`, which makes the next start a fifth
 * faster (docs/quality.md, "Memory and start"). Only modules that are loaded after this call are stored, so the rest is
 * imported here.
 */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { defaultDataDir } from './platform/config/data-dir.ts'

const dataDir = resolve(process.env.DATA_DIR || defaultDataDir)
// The first start creates the folder with its own permissions. If the folder cannot be written, nothing is stored, which is
// not an error.
if (existsSync(dataDir)) enableCompileCache(resolve(dataDir, 'compile-cache'))

const { serve } = await import('./serve.ts')
await serve()
