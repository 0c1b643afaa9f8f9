/**
 * How fast the public pages are on a phone: Lighthouse in Chromium on the built product, medians of three runs. All pages, or those
 * whose paths are given. Ends after six minutes at most.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findChromium } from '@studiohub/testing/browser.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import lighthouse from 'lighthouse'

const RUNS = 3
/** Pages that were not measured by then are reported as such. */
const TIME_MS = 330_000

/** `script_bytes` as transferred, with headers; `check-sizes` has the limits of the files. */
type Figures = {
  performance: number
  accessibility: number
  best_practices: number
  seo: number
  lcp_ms: number
  shift: number
  script_bytes: number
}
type Bars = { least: Partial<Figures>; most: Partial<Figures> }

const good = { accessibility: 100, best_practices: 100 }
const marketing: Bars = {
  least: { ...good, performance: 99, seo: 100 },
  most: { lcp_ms: 1200, shift: 0, script_bytes: 4500 },
}
const landing: Bars = { ...marketing, most: { ...marketing.most, lcp_ms: 1150 } }
const withForm: Bars = { least: { ...good, performance: 95, seo: 100 }, most: { shift: 0 } }
const booking: Bars = { ...withForm, least: { ...withForm.least, performance: 98 } }
const signIn: Bars = { least: { ...good, performance: 97 }, most: { shift: 0 } }

const pages: readonly { path: string; bars: Bars }[] = [
  { path: '/', bars: landing },
  { path: '/northlight/book', bars: booking },
  { path: '/s/bloom-house/auth/login', bars: signIn },
  ...['/network', '/case-studies', '/docs', '/training'].map((path) => ({ path, bars: marketing })),
  { path: '/partner', bars: withForm },
  { path: '/s/northlight', bars: { ...withForm, least: { ...withForm.least, performance: 99 } } },
  { path: '/bloom-house/book', bars: booking },
]

/** One visit on the mobile profile (a middling phone on slow 4G, simulated). */
async function visit(url: string, port: number, triesLeft = 2): Promise<Figures> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  // On a busy machine a trace sometimes misses its own start.
  if (result?.lhr.runtimeError && triesLeft > 0) return visit(url, port, triesLeft - 1)
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no answer'}`)
  const { categories, audits } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const details = audits['network-requests']?.details
  const requests = details && 'items' in details && Array.isArray(details.items) ? details.items : []
  const scripts = requests.filter((one) => Reflect.get(Object(one), 'resourceType') === 'Script')
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
    seo: score('seo'),
    lcp_ms: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY),
    shift: Number((audits['cumulative-layout-shift']?.numericValue ?? 1).toFixed(3)),
    script_bytes: scripts.reduce((sum, one) => sum + Number(Reflect.get(Object(one), 'transferSize')), 0),
  }
}

const median = (values: number[]) =>
  values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

function medians(runs: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => median(runs.map((run) => run[name]))
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    best_practices: of('best_practices'),
    seo: of('seo'),
    lcp_ms: of('lcp_ms'),
    shift: of('shift'),
    script_bytes: of('script_bytes'),
  }
}

/** @returns a sentence for each figure that exceeds its limit */
function misses(figures: Figures, { least, most }: Bars): string[] {
  const all = Object.entries(figures)
  const bar = (bars: Partial<Figures>, name: string) => Object.entries(bars).find(([own]) => own === name)?.[1]
  return all.flatMap(([name, value]) => {
    const [low, high] = [bar(least, name), bar(most, name)]
    if (low !== undefined && value < low) return [`${name} is ${value}, at least ${low}`]
    return high !== undefined && value > high ? [`${name} is ${value}, at most ${high}`] : []
  })
}

async function withChromium<T>(work: (port: number) => Promise<T>): Promise<T> {
  const { executablePath, args, env } = await findChromium()
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'studiohub-bench-'))
  const own = ['--headless', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(executablePath, [...args, ...own], { stdio: 'ignore', env: { ...process.env, ...env } })
  try {
    for (let tries = 0; tries < 100 && !(await answers(`http://127.0.0.1:${port}/json/version`)); tries++)
      await wait(100)
    return await work(port)
  } finally {
    child.kill()
    await wait(500)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-bench-'))
const server = await startProcess({ DATA_DIR: dataDir, RATE_LIMIT: 'off', NODE_ENV: 'production' })
const failures: string[] = []
try {
  while (!(await answers(`${server.url}/api/v1/public/studios/resolve?slug=bloom-house`))) await wait(500)
  const only = process.argv.slice(2)
  await withChromium(async (port) => {
    console.log('page                        perf  a11y  best   seo    LCP   CLS  script')
    const deadline = Date.now() + TIME_MS
    for (const { path, bars } of pages.filter(({ path }) => only.length === 0 || only.includes(path))) {
      if (Date.now() > deadline) {
        failures.push(`${path}: not measured, because the time was over`)
        continue
      }
      const runs: Figures[] = []
      for (let run = 0; run < RUNS; run++) runs.push(await visit(server.url + path, port))
      const found = medians(runs)
      const { performance, accessibility, best_practices, seo, lcp_ms, shift, script_bytes } = found
      const scores = [performance, accessibility, best_practices, seo].map((score) => String(score).padStart(6))
      const rest = [`${lcp_ms} ms`.padStart(8), String(shift).padStart(6), `${script_bytes} B`.padStart(9)]
      console.log(path.padEnd(26) + [...scores, ...rest].join(''))
      failures.push(...misses(found, bars).map((sentence) => `${path}: ${sentence}`))
    }
  })
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
for (const failure of failures) console.error(failure)
process.exit(failures.length === 0 ? 0 : 1)
