import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const name = 'virtual:site-script'
const entry = fileURLToPath(new URL('../src/lib/site/start.ts', import.meta.url))

/**
 * Serves the address of the public pages' one small script: `src/lib/site/start.ts` bundled by itself, since those
 * pages load neither React nor the router. Both builds, of the browser and of the prerendered HTML, name the same file.
 */
export function siteScript(): Plugin {
  let serving = false
  let bundled: Promise<string> | undefined
  return {
    name: 'site-script',
    configResolved(config) {
      serving = config.command === 'serve'
    },
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null
      if (serving) return `export default '/src/lib/site/start.ts'`
      bundled ??= bundle()
      const source = await bundled
      const fileName = `assets/site-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName, source })
      return `export default '/${fileName}'`
    },
  }
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, minify: true, modulePreload: false, rolldownOptions: { input: entry } },
  })
  const [file] = 'output' in result ? result.output : []
  if (file?.type !== 'chunk') throw new Error('the script of the public pages was not bundled')
  return file.code
}
