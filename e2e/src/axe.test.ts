import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const validPage = '<html lang="en"><title>A page</title><main><h1>A page</h1><p>Text</p></main></html>'

test('axe finds what is wrong with a page and with a frame in it, and nothing else', async ({ page }) => {
  async function check(html: string) {
    // `setContent` removes the listeners that axe needs to check frames, so each check loads the page again.
    await page.goto('/robots.txt')
    await page.setContent(html)
    await expectNoAxeViolations(page)
  }
  await check(validPage)
  await expect(check(validPage.replace('Text', '<img src="data:,">'))).rejects.toThrow(/image-alt: img/)
  await expect(check(validPage.replace('<p>', '<p style="color: #ccc">'))).rejects.toThrow(/color-contrast: p/)
  const withFrame = (inner: string) => validPage.replace('Text', `<iframe title="A frame" srcdoc='${inner}'></iframe>`)
  const inner = '<html lang="en"><title>Inner</title><p>Text</p></html>'
  await check(withFrame(inner))
  await expect(check(withFrame(inner.replace('Text', '<button></button>')))).rejects.toThrow(
    /button-name: iframe button/,
  )
})
