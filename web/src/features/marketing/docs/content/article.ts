/** A piece of an article; text between backticks is code. */
export type Block = { text: string } | { steps: readonly string[] } | { points: readonly string[] } | { code: string }

export type Section = { title: string; blocks: readonly Block[] }

export type Article = {
  /** Its address is `/docs/{slug}`. */
  slug: string
  title: string
  summary: string
  sections: readonly Section[]
}

export type Topic = { key: string; title: string; text: string; articles: readonly Article[] }
