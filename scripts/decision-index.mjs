/**
 * Generates `docs/decisions/README.md`, the index of the decision records. A record belongs to the features whose pages
 * link it; without such a page, to those of the records that its status names.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const recordName = /^(?!0000)\d{4}-.*\.md$/

/** The sentences of a status that say whether the record still applies. */
const tellsValidity = /\b(accepted|proposed|superseded|changed|amended|extended|raised|completed) ?(by|in|$)/i

/** @returns the text of the index; undefined for a checkout without decision records */
export function decisionIndex(base) {
  const folder = join(base, 'docs/decisions')
  if (!existsSync(folder)) return undefined
  const records = readdirSync(folder)
    .filter((file) => recordName.test(file))
    .sort()
    .map((file) => readRecord(file, readFileSync(join(folder, file), 'utf8')))
  const pages = readPages(join(base, 'docs/features'))
  const sections = pages
    .map((page) => ({ ...page, records: records.filter((record) => belongsTo(record, page, pages)) }))
    .filter((section) => section.records.length > 0)
  const others = records.filter((record) => sections.every((section) => !section.records.includes(record)))
  return [
    '# Decisions\n',
    'Written by `npm run generate`. [The template](0000-template.md) has the form of a record. Some numbers are not used.\n',
    'A record is listed under each feature whose page links it. Records about no single feature are under',
    '[the whole product](#the-whole-product).\n',
    '## The whole product\n',
    table(others),
    ...sections.flatMap(({ name, records }) => [`## [${name}](../features/${name}.md)\n`, table(records)]),
  ].join('\n')
}

function readRecord(file, text) {
  const [heading, ...lines] = text.split('\n')
  const end = lines.findIndex((line) => line.startsWith('## '))
  const status = lines.slice(0, end).join(' ').trim()
  const sentences = status.replace(/^\d+ \w+ \d+\. /, '').split(/(?<=\.) (?=[A-Z[])/)
  return {
    number: file.slice(0, 4),
    file,
    title: heading.replace(/^# \d+: /, ''),
    status: sentences.filter((sentence) => tellsValidity.test(sentence.replace(/\.$/, ''))).join(' '),
    related: [...status.matchAll(/\b\d{4}\b(?!-| *\.)/g)].map(([number]) => number),
  }
}

function readPages(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return { name: file.replace('.md', ''), numbers: new Set(text.match(/\b0\d{3}\b/g)) }
    })
}

function belongsTo({ number, related }, page, pages) {
  if (pages.some(({ numbers }) => numbers.has(number))) return page.numbers.has(number)
  return related.some((other) => page.numbers.has(other))
}

const table = (records) =>
  [
    '| number | decision | status |',
    '|---|---|---|',
    ...records.map(({ number, file, title, status }) => `| [${number}](${file}) | ${title} | ${status} |`),
    '',
  ].join('\n')
