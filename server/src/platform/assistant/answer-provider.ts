/** A question to the assistant. */
export type Question = {
  /** The person's message. */
  text: string
  /** The tone of voice that the studio has chosen. */
  voice: string
  /** The facts about the question, read with the actor's rights. The answer may contain nothing else. */
  facts: readonly string[]
  /** The product's own answer, which contains these facts. */
  draft: string
}

/** Answers in the chat panels: the built-in answers, or a language model with the same interface. */
export type AnswerProvider = {
  /** The name shown below the conversation. */
  name: string
  /** Called without an open transaction. @throws if it cannot answer; then nothing is stored */
  answer(question: Question): Promise<string>
}
