import { expect, test } from 'vitest'
import { articles, topics } from '../content/topics.ts'
import { searchWords } from './search-words.ts'

test('an article is found by every word of its title, steps, points, code and text', () => {
  const words = searchWords({
    slug: 'a',
    title: 'Opening Hours',
    summary: 'When you work.',
    sections: [
      { title: 'Begin', blocks: [{ steps: ['Press it'] }, { points: ['A point'] }, { code: 'npm start' }] },
      { title: 'Café', blocks: [{ text: 'Feeds, feeds' }, { text: 'Plain `code` too' }] },
    ],
  })
  expect(words).toBe(' opening hours when you work begin press it point npm start café feeds plain code too')
})

test('the documentation has four topics of four articles, and each article has a different address', () => {
  expect(topics.map(({ title }) => title)).toEqual(['Getting Started', 'User Guides', 'AI Features', 'Advanced'])
  for (const topic of topics) expect(topic.articles).toHaveLength(4)
  expect(new Set(articles.map(({ slug }) => slug)).size).toBe(articles.length)
  for (const { slug } of articles) expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/)
})
