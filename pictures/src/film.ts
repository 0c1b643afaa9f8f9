import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Tour } from '../../web/src/features/marketing/content/tour.ts'
import { frame } from './stage.ts'

const require = createRequire(import.meta.url)

/** A frame of a page: seconds since the start of the scene, and a base64 JPEG. */
type Still = { at: number; jpeg: string }

/** A scene of the video: its frames and its length in seconds. */
export type Scene = { stills: Still[]; seconds: number; words: Tour[number] }

const SHORTEST_STILL_SECONDS = 0.05

/** Records a page while `play` acts on it. */
export async function record(page: Page, words: Tour[number], play: () => Promise<void>): Promise<Scene> {
  const stills: Still[] = []
  const session = await page.context().newCDPSession(page)
  const began = Date.now()
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    const at = (Date.now() - began) / 1000
    const last = stills.at(-1)
    if (last && at - last.at < SHORTEST_STILL_SECONDS) last.jpeg = data
    else stills.push({ at, jpeg: data })
    // The page may have navigated away already.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 92, everyNthFrame: 1 })
  await play()
  await session.send('Page.stopScreencast')
  await session.detach()
  const first = stills[0]
  if (!first) throw new Error(`Nothing was shown in the scene '${words.title}'`)
  first.at = 0
  return { stills, seconds: (Date.now() - began) / 1000, words }
}

/**
 * Encodes scenes into a video (WebM, VP9) with captions (WebVTT), using the browser's encoder.
 * @param page on the product's own origin: encoding needs a secure context
 */
export async function writeFilm(page: Page, scenes: readonly Scene[], path: string): Promise<void> {
  const writer = join(dirname(require.resolve('mediabunny')), 'mediabunny.min.mjs')
  await page.route('**/mediabunny.mjs', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: readFileSync(writer, 'utf8') }),
  )
  await page.evaluate(frame.begin, frame.size)
  let from = 0
  for (const { stills, seconds } of scenes) {
    for (const [index, { at, jpeg }] of stills.entries()) {
      const until = stills[index + 1]?.at ?? seconds
      await page.evaluate(frame.add, { jpeg, at: from + at, seconds: until - at })
    }
    from += seconds
  }
  writeFileSync(`${path}.webm`, Buffer.from(await page.evaluate(frame.end), 'base64'))
  writeFileSync(`${path}.vtt`, captionsOf(scenes))
}

/** The captions as WebVTT: each scene's text for its duration. */
export function captionsOf(scenes: readonly Pick<Scene, 'seconds' | 'words'>[]): string {
  let from = 0
  const cues = scenes.map(({ seconds, words }) => {
    const cue = `${clock(from)} --> ${clock(from + seconds)}\n${words.title}\n${words.caption}\n`
    from += seconds
    return cue
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

const clock = (seconds: number) => {
  const two = (part: number) => String(part).padStart(2, '0')
  const thousandths = Math.round(seconds * 1000)
  const whole = Math.floor(thousandths / 1000)
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}.${String(thousandths % 1000).padStart(3, '0')}`
}
