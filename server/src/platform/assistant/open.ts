import { builtIn } from './built-in.ts'
import type { Speaker } from './speaker.ts'

let current: Speaker = builtIn

/** Names who speaks for the assistant in this process; without a call it is the built-in answers. */
export function useSpeaker(speaker: Speaker): void {
  current = speaker
}

/** Who speaks at present. */
export const theSpeaker = () => current
