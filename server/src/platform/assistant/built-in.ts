import type { AnswerProvider } from './answer-provider.ts'

/** Without a language model the product's own draft is the answer. */
export const builtIn: AnswerProvider = {
  name: 'Built-in answers',
  answer: async ({ draft }) => draft,
}
