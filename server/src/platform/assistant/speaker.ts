/** What is to be answered. */
export type Question = {
  /** What the person wrote. */
  text: string
  /** How the studio wants to sound. */
  voice: string
  /** What the product knows of it, read in the asker's own rights: all that an answer may be made of. */
  facts: readonly string[]
  /** The answer that the product makes of the facts by itself. */
  draft: string
}

/** Somebody who answers in the chat panels: the built-in answers, or a language model behind the same call. */
export type Speaker = {
  /** Who speaks, as people read it below the conversation. */
  name: string
  /** No database is open while it speaks. @throws where it cannot; nothing is kept then */
  answer(question: Question): Promise<string>
}
