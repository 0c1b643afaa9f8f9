import { aStudioByApi, expect, signInAt, test, variant } from './fixtures.ts'

type Picture = { src: string; sizes: string }

test("a client installs their studio's app, which opens at the client's home page", async ({ aBrowser, server }) => {
  const { studio, client } = await aStudioByApi(server)
  const page = await aBrowser({ width: 390, height: 844 })
  await signInAt(page, client.email, `/${studio.slug}`)
  const devtools = await page.context().newCDPSession(page)
  const { url, errors, data = '{}' } = await devtools.send('Page.getAppManifest')
  expect(url).toBe(`${server.url}/brand/${studio.id}.webmanifest`)
  expect(errors).toEqual([])
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  const manifest: { name: string; start_url: string; icons: Picture[]; screenshots: Picture[] } = JSON.parse(data)
  expect(manifest).toMatchObject({ name: studio.name, display: 'standalone', scope: '/' })
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const picture = await page.evaluate(async (from) => {
      const image = new Image()
      image.src = from
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(picture).toBe(sizes)
  }
  // An installed app on a phone has no browser buttons, so it shows its own Back button.
  const backButton = page.getByRole('button', { name: 'Back', exact: true })
  await page.addInitScript(() => {
    const match = window.matchMedia.bind(window)
    window.matchMedia = (query) => match(query.includes('standalone') ? 'all' : query)
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  await page.getByRole('link', { name: 'Profile and settings' }).click()
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  await backButton.click()
  await expect(page).toHaveURL(`${server.url}/${studio.slug}`)
  await expect(backButton).toHaveCount(0)
  await page.goto(manifest.start_url)
  await expect(page).toHaveURL(`${server.url}/${studio.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
})

test(
  'the app of the product opens at the home page of the signed-in person, or at the sign-in page',
  variant,
  async ({ aBrowser, server }) => {
    const { admin } = await aStudioByApi(server)
    const page = await aBrowser()
    await signInAt(page, admin.email, '/studio')
    const devtools = await page.context().newCDPSession(page)
    const { url, errors, data = '{}' } = await devtools.send('Page.getAppManifest')
    expect(url).toBe(`${server.url}/app.webmanifest`)
    expect(errors).toEqual([])
    expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
    await page.goto(JSON.parse(data).start_url)
    await expect(page).toHaveURL(`${server.url}/studio`)
    const visitor = await aBrowser()
    await visitor.goto(JSON.parse(data).start_url)
    await expect(visitor.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  },
)
