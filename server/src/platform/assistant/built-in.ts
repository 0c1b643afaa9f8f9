import type { Speaker } from './speaker.ts'

/** Answers without a language model: returns the product's own draft unchanged. */
export const builtIn: Speaker = {
  name: 'Built-in answers',
  answer: async ({ draft }) => draft,
}
