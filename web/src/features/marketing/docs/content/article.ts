import { PLANS_ATTRIBUTE } from '@studiohub/contract/shared/placeholders.ts'

/** A paragraph, a numbered list, a list or a block of code. Text between backticks is shown as code. */
export type Block = { text: string } | { steps: readonly string[] } | { points: readonly string[] } | { code: string }

export type Section = { title: string; blocks: readonly Block[] }

export type Article = {
  /** The article's address is `/docs/{slug}`. */
  slug: string
  title: string
  summary: string
  /** The server removes the article if the platform has no plans. */
  is_about_plans?: true
  sections: readonly Section[]
}

/** Marks the element of an article about plans. The server removes marked elements if the platform has no plans. */
export const planAttribute = ({ is_about_plans }: Article, value = '') =>
  is_about_plans ? { [PLANS_ATTRIBUTE]: value } : {}

export type Topic = {
  key: string
  title: string
  text: string
  /** The four entries of the topic on the documentation page (spec section 2). */
  articles: readonly Article[]
  /** More articles. The four entries link to them. */
  guides?: readonly Article[]
}
