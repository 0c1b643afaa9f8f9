import type { Speaker } from './speaker.ts'

/** Speaks without a language model: what the product has found out, in the studio's voice, word for word. */
export const builtIn: Speaker = {
  name: 'Built-in answers',
  answer: async ({ draft }) => draft,
}
