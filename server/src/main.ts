/**
 * The entry point of the server. Node stores compiled code in `DATA_DIR/compile-cache`, which makes the next start a fifth
 * faster (docs/quality.md, "Memory and start"). It stores only modules that are loaded after `enableCompileCache`, so this file
 * imports the other modules dynamically.
 */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { defaultDataDir } from './platform/config/data-dir.ts'

const dataDir = resolve(process.env.DATA_DIR || defaultDataDir)
// A missing folder is not created here, because the first start creates it with the right permissions. If the folder cannot be
// written, Node stores nothing, and that is no error.
if (existsSync(dataDir)) enableCompileCache(resolve(dataDir, 'compile-cache'))

const { serve } = await import('./serve.ts')
await serve()
