import type { Article, Block } from '../content/article.ts'

/** Every word of an article once, in lower case, each after a space: the search looks for ` word`. */
export function searchWords({ title, summary, sections }: Article): string {
  const texts = [title, summary, ...sections.flatMap((section) => [section.title, ...section.blocks.map(textOf)])]
  const words =
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return ` ${[...new Set(words)].filter((word) => word.length > 1).join(' ')}`
}

function textOf(block: Block): string {
  if ('steps' in block) return block.steps.join(' ')
  if ('points' in block) return block.points.join(' ')
  return 'code' in block ? block.code : block.text
}
