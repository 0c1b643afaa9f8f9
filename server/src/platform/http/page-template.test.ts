import { placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { expect, test } from 'vitest'
import { compileTemplate, NONCE, renderTemplate, type TemplateValues } from './page-template.ts'

const fill = (html: string, page: Partial<TemplateValues> = {}) =>
  renderTemplate(compileTemplate(html), {
    html: { title: '<title>T</title>', head: '<link>', nonce: 'abc' },
    values: {},
    lists: {},
    ...page,
  })

test('text without slots is not changed', () => {
  const html = '<!DOCTYPE html>\n<p CLASS=a>1 &lt; 2<br/>__room_name__<!-- __x__ --></p><script>a("</p>")</script>'
  expect(fill(html)).toBe(html)
})

test('title and head are filled once, and titles of drawings are not changed', () => {
  const body = '<body><svg><title>Arrow</title></svg></body>'
  expect(fill(`<head><title>x</title><meta a></head>${body}`)).toBe(
    `<head><title>T</title><meta a><link></head>${body}`,
  )
  expect(fill(`<head></head>${body}`)).toBe(`<head><title>T</title><link></head>${body}`)
})

test('an element with a condition may contain elements of the same name, with conditions of their own', () => {
  const html = '<div data-when="a"><div>1</div><div data-when="b">2</div><div data-when="no_b">3</div></div><i>4</i>'
  expect(fill(html, { values: { a: 'x', b: null } })).toBe(
    '<div data-when="a"><div>1</div><div data-when="no_b">3</div></div><i>4</i>',
  )
  expect(fill(html)).toBe('<i>4</i>')
})

test('an empty element can contain HTML that the server makes', () => {
  const html = '<div data-html="terms" class="a"></div><i>4</i>'
  expect(fill(html, { html: { terms: '<p>1</p>' } })).toBe('<div data-html="terms" class="a"><p>1</p></div><i>4</i>')
  expect(fill(html)).toBe(html)
})

test('void elements can have a condition', () => {
  expect(fill('<img data-when="logo" src="a"><input data-when="no_logo"/>b')).toBe('<input data-when="no_logo"/>b')
})

test('an element can be repeated, with a condition on a field of each entry', () => {
  const html = `<ul><li data-each="room" data-when="room_size" title="__room_name__">__room_size__ ${placeholderStudio.name}</li></ul>`
  const lists = {
    room: [
      { name: '"A"', size: '3' },
      { name: 'B', size: null },
    ],
  }
  expect(fill(html, { lists, values: { name: '<North>' } })).toBe(
    '<ul><li data-each="room" data-when="room_size" title="&quot;A&quot;">3 &lt;North&gt;</li></ul>',
  )
})

test('an entry can have a list of its own', () => {
  const html =
    '<ul><li data-each="room" title="__room_name__"><i data-each="photo" data-when="photo_url">__photo_url__</i></li></ul>'
  const lists = {
    room: [
      { name: 'A', photo: [{ url: '1' }, { url: null }, { url: '<2' }] },
      { name: 'B', photo: [] },
    ],
    photo: [{ url: 'of the page' }],
  }
  const photo = (url: string) => `<i data-each="photo" data-when="photo_url">${url}</i>`
  const room = (name: string, photos: string) => `<li data-each="room" title="${name}">${photos}</li>`
  expect(fill(html, { lists })).toBe(`<ul>${room('A', photo('1') + photo('&lt;2'))}${room('B', '')}</ul>`)
})

test('a value that looks like a slot stays text', () => {
  const html = `<head><meta nonce="${NONCE}"></head><p>${placeholderStudio.name}</p>`
  expect(fill(html, { values: { name: NONCE } })).toBe(
    `<head><meta nonce="abc"><title>T</title><link></head><p>${NONCE}</p>`,
  )
  expect(fill(`<p>${placeholderStudio.name}</p>`, { values: { name: placeholderStudio.slug, slug: 'x' } })).toBe(
    `<p>${placeholderStudio.slug}</p>`,
  )
})
