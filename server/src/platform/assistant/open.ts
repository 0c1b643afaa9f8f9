import { builtIn } from './built-in.ts'
import type { Speaker } from './speaker.ts'

let current: Speaker = builtIn

/** Sets the speaker of this process: the built-in answers by default. */
export function useSpeaker(speaker: Speaker): void {
  current = speaker
}

/** The current speaker. */
export const theSpeaker = () => current
