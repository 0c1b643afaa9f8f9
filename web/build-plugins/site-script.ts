import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const prefix = 'virtual:site/'
const worker = fileURLToPath(new URL('../src/lib/offline/worker.ts', import.meta.url))
const source = (name: string) => fileURLToPath(new URL(`../src/lib/site/${name}.ts`, import.meta.url))

/**
 * Serves the URL of a small script of the public pages: `virtual:site/start` for `src/lib/site/start.ts`. Each script
 * is bundled into one file, because those pages load neither React nor the router. The client build and the prerender
 * build get the same file name.
 */
export function siteScript(): Plugin {
  let isServing = false
  const bundles = new Map<string, Promise<string>>()
  return {
    name: 'site-script',
    configResolved(config) {
      isServing = config.command === 'serve'
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    // Other websites name this script, so its address never changes.
    async generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: 'embed.js', source: await bundle(source('embed'), 'iife') })
      // A browser looks for a newer one at this address.
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundle(worker, 'iife') })
    },
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      const name = id.slice(prefix.length + 1)
      if (isServing) return `export default '/src/lib/site/${name}.ts'`
      const bundling = bundles.get(name) ?? bundle(source(name))
      bundles.set(name, bundling)
      const code = await bundling
      const fileName = `assets/site-${name}-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName, source: code })
      return `export default '/${fileName}'`
    },
  }
}

async function bundle(entry: string, format: 'es' | 'iife' = 'es'): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: false, format },
      },
    },
  })
  const [file, ...others] = 'output' in result ? result.output : []
  if (file?.type !== 'chunk' || others.length > 0) throw new Error(`${entry} must bundle into exactly one file`)
  return file.code
}
