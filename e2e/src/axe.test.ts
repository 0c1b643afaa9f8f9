import { expectNothingFoundByAxe } from './axe.ts'
import { expect, test } from './fixtures.ts'

const sound = '<html lang="en"><title>A page</title><main><h1>A page</h1><p>Text</p></main></html>'

test('axe finds what is wrong with a page and with a frame in it, and nothing else', async ({ page }) => {
  async function look(html: string) {
    // Text that is written into a document takes the listeners away by which axe reaches frames: each look opens it again.
    await page.goto('/robots.txt')
    await page.setContent(html)
    await expectNothingFoundByAxe(page)
  }
  await look(sound)
  await expect(look(sound.replace('Text', '<img src="data:,">'))).rejects.toThrow(/image-alt: img/)
  await expect(look(sound.replace('<p>', '<p style="color: #ccc">'))).rejects.toThrow(/color-contrast: p/)
  const framed = (inner: string) => sound.replace('Text', `<iframe title="A frame" srcdoc='${inner}'></iframe>`)
  const inner = '<html lang="en"><title>Inner</title><p>Text</p></html>'
  await look(framed(inner))
  await expect(look(framed(inner.replace('Text', '<button></button>')))).rejects.toThrow(/button-name: iframe button/)
})
