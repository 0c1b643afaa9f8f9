import type { AnswerProvider } from './answer-provider.ts'
import { builtIn } from './built-in.ts'

let current: AnswerProvider = builtIn

/** Sets the provider of answers in this process. Default: the built-in answers. */
export function setAnswerProvider(provider: AnswerProvider): void {
  current = provider
}

/** The provider of answers in this process. */
export const getAnswerProvider = () => current
