import type { Article, Block } from '../content/article.ts'

/**
 * All words of an article in lower case, without repeats. Each one follows a space, because the search looks for ` word`.
 */
export function searchWords({ title, summary, sections }: Article): string {
  const texts = [title, summary, ...sections.flatMap((section) => [section.title, ...section.blocks.map(blockText)])]
  const words =
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return ` ${[...new Set(words)].filter((word) => word.length > 1).join(' ')}`
}

function blockText(block: Block): string {
  if ('steps' in block) return block.steps.join(' ')
  if ('points' in block) return block.points.join(' ')
  return 'code' in block ? block.code : block.text
}
