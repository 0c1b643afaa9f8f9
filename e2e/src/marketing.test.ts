import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import { aCrewMember, aPerson, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { expectAccessibleInEveryTheme, expectNoAxeViolations } from './axe.ts'
import { anEmail, aStudioByApi, expect, outbox, signInAt, test, variant, waitForPaint } from './fixtures.ts'

const publicPages = ['/', '/network', '/case-studies', '/training', '/nobody-lives-here'] as const

async function expectTexts(page: Page, texts: readonly string[]) {
  for (const text of texts) await expect(page.getByText(text, { exact: false }).first(), text).toBeVisible()
}

test('the landing page describes the product, names its four agents and shows its figures', async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.goto('/')
  await expect(page).toHaveTitle(/^StudioHub - /)
  const hero = page.getByRole('main')
  await expect(hero.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(hero).toContainText(
    'AI agents automate bookings, check-ins, client onboarding, equipment setup, payments, editing, training and ' +
      'distribution',
  )
  const figures = page.getByRole('region', { name: 'What studios report' })
  for (const [value, label] of [
    ['40%', 'more bookings'],
    ['10 hours', 'saved per week'],
    ['99%', 'client satisfaction'],
    ['3x', 'average ROI within 6 months'],
  ] as const) {
    await expect(figures.locator('div', { hasText: label }).last()).toContainText(value)
  }
  for (const [name, phase, work] of [
    ['Prea', 'Pre-production', ['Planning', 'Scripts', 'Shot lists', 'Budgets', 'Resources']],
    ['Proa', 'Production', ['Lighting', 'Sound', 'Camera setup', 'Live technical help']],
    ['Posta', 'Post-production', ['Editing', 'Color grading', 'Audio mixing', 'Rendering', 'Quality control']],
    ['Dista', 'Distribution', ['Publishing', 'Metadata', 'Release scheduling', 'Marketing insight']],
  ] as const) {
    const agent = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await expect(agent.getByText(phase, { exact: true })).toBeVisible()
    for (const item of work) await expect(agent.getByText(item, { exact: true })).toBeVisible()
  }
  for (const name of [
    'Smart bookings',
    'Payments and billing',
    'Built-in editing tools',
    'Distribution and marketing',
    'Analytics dashboard',
  ]) {
    await expect(page.locator('#features').getByRole('heading', { name })).toBeVisible()
  }
  await expectTexts(page, ['Subscriptions, session payments and invoicing through a card payment provider'])
})

test('the three prices match the plans, and each button opens the next page', async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.goto('/')
  const card = (name: string) =>
    page.locator('#pricing li').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const cards = [
    {
      name: 'Starter Studio',
      price: '$199',
      features:
        'AI check-in and onboarding|Smart booking|Automated payments|Basic analytics|Up to 2 rooms|Email support',
    },
    {
      name: 'Pro Facility',
      price: '$499',
      features:
        'All 4 agents|Editing tools|Advanced analytics|Up to 10 rooms|Priority support|Custom branding|API access',
    },
    {
      name: 'Enterprise Network',
      price: 'Custom',
      features:
        'Unlimited rooms|White-label|Custom AI training|Dedicated account manager|24/7 phone support|Network features|' +
        'Custom integrations',
    },
  ]
  for (const { name, price, features } of cards) {
    await expect(card(name)).toContainText(price)
    expect(await card(name).getByRole('listitem').allTextContents()).toEqual(features.split('|'))
  }
  await expect(card('Pro Facility')).toContainText('Most popular')
  await expect(page.getByText('Most popular')).toHaveCount(1)

  for (const [name, button, topic] of [
    ['Pro Facility', 'Schedule Demo', 'demo'],
    ['Enterprise Network', 'Contact Sales', 'sales'],
  ] as const) {
    await card(name).getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: 'Talk to us' })
    await expect(dialog.getByLabel('What is it about?')).toHaveValue(topic)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card(name).getByRole('button', { name: button })).toBeFocused()
  }
  await card('Starter Studio').getByRole('link', { name: 'Start Free Trial' }).click()
  await expect(page).toHaveURL(/\/auth\/signup$/)
})

test('Book a Demo works by keyboard alone, says what is missing, and the message arrives', async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.goto('/')
  await waitForPaint(page)
  await page.getByRole('button', { name: 'Book a Demo' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Talk to us' })
  await expect(dialog).toBeVisible()
  await expectNoAxeViolations(page, 'the contact form')
  await dialog.getByLabel('Your name').focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter your name')).toBeVisible()
  await expect(dialog.getByText('Please write a message')).toBeVisible()
  await expect(dialog.getByLabel('Your name')).toBeFocused()

  await page.keyboard.type('Iris Vale')
  await page.keyboard.press('Tab')
  const email = anEmail('iris')
  await page.keyboard.type('not an address')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Email').fill(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Low Tide Recording')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Two rooms, four people. When could we look at it together?')
  const sent = page.waitForResponse('**/api/v1/contact-requests')
  await dialog.getByRole('button', { name: 'Send message' }).press('Enter')
  expect((await sent).status()).toBe(201)
  expect((await sent).request().postDataJSON()).toMatchObject({ topic: 'demo', email, company: 'Low Tide Recording' })
  await expect(dialog.getByText('Thank you, we have received your message')).toBeVisible()
  await expectNoAxeViolations(page, 'the thanks')
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Book a Demo' }).click()
  await expect(dialog.getByLabel('Your name')).toHaveValue('')
})

test('a form whose request is blocked keeps the typed text and says what to do', variant, async ({ aBrowser }) => {
  const page = await aBrowser()
  await page.goto('/training')
  await page.getByRole('button', { name: 'Register Now' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Register for a webinar' })
  await dialog.getByLabel('Email').fill('iris@example.com')
  await page.route('**/api/v1/webinar-registrations', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'We could not reach the server. Check your connection and try again.',
  )
  await expect(dialog.getByLabel('Email')).toHaveValue('iris@example.com')
})

test('Watch Overview plays a captioned film of the product, with a transcript', async ({ aBrowser }) => {
  const page = await aBrowser()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto('/')
  await page.waitForLoadState('load')
  expect(
    fetched.filter((url) => /webm|vtt/.test(url)),
    'the browser does not download the film before a visitor plays it',
  ).toEqual([])
  await page.getByRole('button', { name: 'Watch Overview' }).press('Enter')
  const tour = page.getByRole('dialog', { name: 'StudioHub in a minute' })
  const film = tour.getByLabel('A tour of StudioHub')
  const state = () =>
    film.evaluate((video: HTMLVideoElement) => ({
      at: video.currentTime,
      seconds: video.duration,
      captions: [...(video.textTracks[0]?.cues ?? [])].map((cue) => (cue instanceof VTTCue ? cue.text : '')),
    }))
  await expect.poll(async () => (await state()).at).toBeGreaterThan(0.3)
  await expect.poll(async () => (await state()).captions.length).toBe(8)
  const { seconds, captions } = await state()
  expect(seconds).toBeGreaterThan(20)
  expect(seconds).toBeLessThan(120)
  await expectNoAxeViolations(page, 'the tour')
  await tour.getByText('Read the transcript').click()
  const read = await tour
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => [...item.children].map((part) => part.textContent).join(' ')))
  expect(read).toHaveLength(8)
  // The narration, the captions and the transcript have the same text.
  expect(captions.map((cue) => cue.replace(/\s+/g, ' '))).toEqual(read)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Watch Overview' })).toBeFocused()
  expect(await page.locator('#tour video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
})

test(
  'the network page has its figures, three partners of each kind (more on request), and a guide',
  variant,
  async ({ aBrowser }) => {
    const page = await aBrowser()
    await page.goto('/network')
    const figures = page.getByRole('region', { name: 'The network in numbers' })
    for (const text of ['500+', 'partners', '50+', 'countries', '$2M+', 'partner revenue', '98%', 'satisfaction']) {
      await expect(figures).toContainText(text)
    }
    const partnersOf = (kind: string) =>
      page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: kind, exact: true, level: 3 }) })
        .last()
        .getByRole('listitem')
    const kinds = ['Technology partners', 'Studio partners', 'Service partners']
    for (const kind of kinds) await expect(partnersOf(kind)).toHaveCount(3)
    const badges = page.getByRole('listitem').getByText(/^(Platinum|Gold|Premium|Standard|Silver)$/)
    expect(new Set(await badges.allTextContents())).toEqual(
      new Set(['Platinum', 'Gold', 'Premium', 'Standard', 'Silver']),
    )
    await page.getByRole('button', { name: 'View All Partners' }).press('Enter')
    for (const kind of kinds) await expect(partnersOf(kind)).toHaveCount(6)
    await page.getByRole('button', { name: 'Show fewer' }).click()
    for (const kind of kinds) await expect(partnersOf(kind)).toHaveCount(3)

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download Partner Guide' }).first().click()
    const guide = await download
    expect(guide.suggestedFilename()).toBe('studiohub-partner-guide.pdf')
    const bytes = readFileSync(await guide.path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(
      bytes.equals(readFileSync(resolve(import.meta.dirname, '../../web/public/studiohub-partner-guide.pdf'))),
    ).toBe(true)

    await expect(page.getByRole('banner').getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('href', '/')
    await page.getByRole('banner').getByRole('link', { name: 'Become a Partner' }).click()
    await expect(page).toHaveURL(/\/partner$/)
  },
)

test(
  'the success stories have their figures, three stories with three results each, and links',
  variant,
  async ({ aBrowser }) => {
    const page = await aBrowser()
    await page.goto('/case-studies')
    const figures = page.getByRole('region', { name: 'Average results' })
    for (const text of [
      '95%',
      'average revenue growth',
      '12hrs',
      'average time saved weekly',
      '97%',
      'client satisfaction',
    ]) {
      await expect(figures).toContainText(text)
    }
    const stories = page.getByRole('article')
    await expect(stories).toHaveCount(3)
    for (const story of await stories.all()) {
      await expect(story.getByRole('heading', { name: 'The challenge' })).toBeVisible()
      await expect(story.getByRole('heading', { name: 'The solution' })).toBeVisible()
      await expect(story.getByRole('definition')).toHaveCount(3)
    }
    await expect(page.getByRole('main').getByRole('link', { name: 'Become a Partner' })).toHaveAttribute(
      'href',
      '/partner',
    )
    await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL(/\/auth\/signup$/)
  },
)

test(
  'the training center has four programs, three webinars with registration, and linked resources',
  variant,
  async ({ aBrowser }) => {
    const page = await aBrowser()
    await page.goto('/training')
    await expectTexts(page, ['50+', 'courses', '3,000+', 'students', '4.9/5', 'rating'])
    const programs = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Programs' }) })
    await expect(programs.getByRole('heading', { level: 3 })).toHaveCount(4)
    await expect(programs.getByText(/^(Beginner|Intermediate|Advanced)$/)).toHaveCount(4)
    await expect(programs.getByText(/\d weeks?$/)).toHaveCount(4)
    await expect(programs.getByText(/^ ?[\d,]+ students$/)).toHaveCount(4)
    await expect(page.getByRole('button', { name: 'Register Now' })).toHaveCount(3)

    await page.getByRole('button', { name: 'Register Now' }).nth(1).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Register for a webinar' })
    await expect(dialog.getByLabel('Webinar')).toHaveValue('smarter-scheduling')
    await expectNoAxeViolations(page, 'the webinar form')
    const email = anEmail('webinar')
    await dialog.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('You are registered')).toBeVisible()
    const begins = await dialog.locator('time').getAttribute('datetime')
    expect(new Date(begins ?? '').getTime()).toBeGreaterThan(Date.now())
    await expect(dialog.locator('time')).toContainText('Wednesday')
    await expect.poll(async () => (await mailsTo({ outbox }, email)).length).toBe(1)
    await page.keyboard.press('Escape')

    await expect(page.getByRole('link', { name: 'Read the docs' })).toHaveAttribute('href', '/docs')
    await expect(page.getByRole('link', { name: 'Meet the network' })).toHaveAttribute('href', '/network')
    await page.getByRole('button', { name: 'Watch the tour' }).click()
    await expect(page.getByRole('dialog', { name: 'StudioHub in a minute' })).toBeVisible()
  },
)

test(
  'an unknown address shows Not Found with a link home, also inside the app',
  variant,
  async ({ aBrowser, server }) => {
    const page = await aBrowser()
    const response = await page.goto('/nobody-lives-here')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page.getByRole('button', { name: 'Watch Overview' })).toBeVisible()

    // A signed-in person gets a link to their home page. A visitor gets no link.
    const { admin } = await aStudioByApi(server)
    const signedInPage = await aBrowser()
    await signInAt(signedInPage, admin.email, '/studio')
    await signedInPage.goto('/nobody-lives-here')
    for (const name of ['Sign in', 'Get Started']) await expect(signedInPage.getByRole('link', { name })).toBeHidden()
    await signedInPage.getByRole('link', { name: 'My page' }).click()
    await expect(signedInPage).toHaveURL(/\/studio$/)
    await page.goto('/nobody-lives-here')
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'My page' })).toBeHidden()

    // Here the router of the app shows Not Found. Its link home loads the whole page with its script.
    await page.goto('/auth/nothing-of-the-kind')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.getByRole('button', { name: 'Watch Overview' }).click()
    await expect(page.getByRole('dialog', { name: 'StudioHub in a minute' })).toBeVisible()
  },
)

test('the public pages load one small script and have a description, a canonical address and a preview image', async ({
  aBrowser,
  server,
}) => {
  const page = await aBrowser()
  for (const path of publicPages.slice(0, 4)) {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.goto(path, { waitUntil: 'load' })
    page.removeAllListeners('request')
    expect(scripts, path).toEqual([expect.stringMatching(/^\/assets\/site-start-[0-9a-f]{8}\.js$/)])
    const content = (selector: string) => page.locator(selector).getAttribute('content')
    expect((await content('meta[name=description]'))?.length, path).toBeGreaterThan(50)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(server.url + path)
    expect(await content('meta[property="og:url"]')).toBe(server.url + path)
    const picture = await page.request.get((await content('meta[property="og:image"]')) ?? '')
    expect(picture.headers()['content-type'], path).toBe('image/png')
  }
  await page.goto('/')
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({ '@type': 'SoftwareApplication', offers: [{ price: 199 }, { price: 499 }] })
})

test('axe finds nothing on the public pages, dark and light, on a desktop and on a phone', async ({ aBrowser }) => {
  const page = await aBrowser()
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  for (const path of publicPages) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark), path).toHaveCount(1)
    }
    expect(await background(), path).not.toBe('rgb(244, 246, 248)')
    await expectAccessibleInEveryTheme(page, path)
    expect(await background(), path).toBe('rgb(244, 246, 248)')
  }
})

test('on a phone the menu opens without scripts, its links work, and Escape closes it', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  for (const [name, href] of [
    ['Home', '/'],
    ['Features', '/#features'],
    ['Pricing', '/#pricing'],
    ['Network', '/network'],
    ['Case studies', '/case-studies'],
    ['Training', '/training'],
    ['Docs', '/docs'],
    ['Become a Partner', '/partner'],
    ['Sign in', '/auth/login'],
  ] as const) {
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await context.close()
})

async function homeAfterLanding(page: Page, person: TestUser) {
  await signInAt(page, person.email, '/')
  await page.waitForURL(({ pathname }) => pathname !== '/' && !pathname.startsWith('/auth/callback'))
  return new URL(page.url()).pathname
}

test(
  'a signed-in visitor of the landing page is sent to the home page of their role',
  variant,
  async ({ aBrowser, server }) => {
    const fixture = await aStudio(server)
    const crew = await aCrewMember(server, fixture)
    const partner = await aPerson(server)
    await partner.post('/me/onboarding', { role: 'partner' })
    const waiting = await aPerson(server)
    await waiting.post('/me/role-request', { studio_id: fixture.studio.id, role: 'staff' })
    const newcomer = await aPerson(server)
    for (const [person, home] of [
      [fixture.admin, '/studio'],
      [fixture.client, `/${fixture.studio.slug}`],
      [crew, '/staff'],
      [partner, '/partner/dashboard'],
      [waiting, '/auth/pending-approval'],
      [newcomer, '/auth/onboarding'],
    ] as const) {
      expect(await homeAfterLanding(await aBrowser(), person)).toBe(home)
    }
  },
)

test(
  'an ended session is deleted, and the landing page then shows without a redirect',
  variant,
  async ({ aBrowser, server }) => {
    const person = await aPerson(server)
    const page = await aBrowser()
    await signInAt(page, person.email, '/auth/onboarding')
    await expect(page.getByRole('heading', { name: 'Welcome! Choose Your Role' })).toBeVisible()
    await person.request('POST', '/auth/v1/logout?scope=global')
    await page.goto('/')
    await expect(page).toHaveURL(/\/auth\/login/)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Watch Overview' })).toBeVisible()
    await expect(page).toHaveURL(/\/$/)

    await page.evaluate(() => localStorage.setItem('studiohub.auth', 'no session at all'))
    await page.goto('/')
    await expect(page).toHaveURL(/\/auth\/login/)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Watch Overview' })).toBeVisible()
  },
)
