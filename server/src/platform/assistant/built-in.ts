import type { Speaker } from './speaker.ts'

/** Without a language model the product's own draft is the answer. */
export const builtIn: Speaker = {
  name: 'Built-in answers',
  answer: async ({ draft }) => draft,
}
