import { ABOUT_PLANS } from '@studiohub/contract/shared/stand-in.ts'

/** A piece of an article; text between backticks is code. */
export type Block = { text: string } | { steps: readonly string[] } | { points: readonly string[] } | { code: string }

export type Section = { title: string; blocks: readonly Block[] }

export type Article = {
  /** Its address is `/docs/{slug}`. */
  slug: string
  title: string
  summary: string
  /** The article is removed if the platform has no plans. */
  is_about_plans?: true
  sections: readonly Section[]
}

/** The attribute of elements about plans in an article, which are removed if the platform has no plans. */
export const planMark = ({ is_about_plans }: Article, value = '') => (is_about_plans ? { [ABOUT_PLANS]: value } : {})

export type Topic = {
  key: string
  title: string
  text: string
  /** Four entries of the documentation page (spec section 2). */
  articles: readonly Article[]
  /** Further pages, which the pages of the topic link to. */
  guides?: readonly Article[]
}
