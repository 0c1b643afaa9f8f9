import type { AnswerProvider } from './answer-provider.ts'
import { builtIn } from './built-in.ts'

let current: AnswerProvider = builtIn

/** Sets what answers chats in this process: the built-in answers by default. */
export function useAnswerProvider(provider: AnswerProvider): void {
  current = provider
}

/** What answers chats in this process. */
export const theAnswerProvider = () => current
