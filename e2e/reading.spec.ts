import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectGoodPage } from './good-page.ts'
import { expect, onlyPhone, test } from './journey.ts'
import { mailTo } from './people.ts'
import { atProvider, buyCvSecrets } from './purchases.ts'
import { comeBackAs, fillSignIn, ready, toast } from './sign-in.ts'

const storedFile = '**/storage/v1/object/sign/pdfs/*-read.json?token=*'

/** Waits until the browser has a copy of the guide, or no longer has one. */
async function kept(page: Page, slug: string, isKept = true): Promise<void> {
	await expect
		.poll(() =>
			page.evaluate((key) => caches.match(key).then((found) => found !== undefined), `/kept-guides/${slug}`),
		)
		.toBe(isKept)
}

test(
	'a reader uses the contents and the search, ticks boxes, and continues where they stopped',
	onlyPhone,
	async ({ page, signedInMember }) => {
		test.slow()
		await signedInMember()
		await page.goto('/read/student-guide')
		await expect(page).toHaveURL('/read/student-guide')
		await expect(page).toHaveTitle('Read Student Guide · Headstart')
		const title = page.getByRole('heading', { level: 1 })
		await expect(title).toHaveText('Student Guide')
		await expect(page.getByRole('heading', { level: 2, name: 'Your health' })).toBeVisible()
		await expectGoodPage(page, 'a guide to read')

		const contents = page.getByRole('button', { name: /^Contents/ })
		await contents.press('Enter')
		await expectAccessible(page, 'the contents of a guide')
		await page.keyboard.press('Escape')
		await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden()
		await expect(contents).toBeFocused()
		await contents.press('Enter')
		await page
			.getByRole('navigation', { name: 'Contents' })
			.getByRole('link', { name: 'Your health' })
			.press('Enter')
		await expect(page).toHaveURL('/read/student-guide#your-health')
		await expect(page.getByRole('heading', { level: 2, name: 'Your health' })).toBeFocused()
		await expect(contents).toHaveText(/Your health$/)
		await page.getByRole('link', { name: /^Next chapter: / }).press('Enter')
		await expect(page).toHaveURL('/read/student-guide#a-bank-account')
		// The address changes before the focus moves to the heading. A key pressed in between could miss the next link.
		await expect(page.getByRole('heading', { level: 2, name: 'A bank account' })).toBeFocused()

		await page.getByRole('link', { name: 'Drink, drugs and spiking' }).press('Enter')
		await expect(page).toHaveURL('/read/student-guide#your-health--night-out')
		await expect(page.getByRole('heading', { level: 3, name: 'Drink, drugs and spiking' })).toBeFocused()

		await page.getByRole('button', { name: 'Search' }).press('Enter')
		const field = page.getByRole('searchbox', { name: 'Search this guide' })
		await expect(field).toBeFocused()
		await page.keyboard.type('council TAX')
		const result = page.getByRole('search').getByRole('status')
		const current = page.locator('mark[data-current]').first()
		await expect(result).toHaveText(/^1 of \d+, in “.+”$/)
		await expect(current).toHaveText(/council tax/i)
		await expect(current).toBeInViewport()
		// At 400 % zoom the search takes most of the screen.
		const screen = page.viewportSize()
		await page.setViewportSize({ width: 320, height: 256 })
		await page.keyboard.press('Enter')
		await expect(result).toHaveText(/^2 of \d+, in “/)
		const isUncovered = () =>
			current.evaluate((mark) => {
				const [line] = mark.getClientRects()
				return line && document.elementFromPoint(line.left + 5, line.top + line.height / 2) === mark
			})
		await expect.poll(isUncovered).toBe(true)
		const toggle = page.getByRole('button', { name: 'Search' })
		expect(await toggle.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
		if (screen !== null) await page.setViewportSize(screen)
		await page.keyboard.press('Shift+Enter')
		await expect(result).toHaveText(/^1 of \d+, in “/)
		await expectAccessible(page, 'a guide with matches')
		await page.getByRole('button', { name: 'Read on from here' }).press('Enter')
		await expect(page.locator('.guide-text :focus')).toContainText(/council tax/i)
		await page.getByRole('button', { name: 'Search' }).filter({ visible: true }).press('Enter')
		await field.fill('no such words')
		await expect(result).toHaveText(/^Not in this guide/)
		await page.keyboard.press('Escape')
		await expect(field).toHaveValue('')
		await expect(page.locator('mark[data-match]')).toHaveCount(0)
		await page.keyboard.press('Escape')
		await expect(field).toBeHidden()

		const box = page.getByRole('checkbox').first()
		const tab = await page.context().newPage()
		await tab.goto('/read/student-guide')
		await tab.getByRole('checkbox').nth(1).check()
		await expect(page.getByRole('checkbox').nth(1)).toBeChecked()
		await box.check()
		await expect(tab.getByRole('checkbox').first()).toBeChecked()
		await expect(tab.getByRole('checkbox').nth(1)).toBeChecked()
		await tab.close()
		const week = page.getByRole('group', { name: 'Week 12' })
		await week.getByLabel('Job one').fill('16')
		await week.getByLabel('Job two').fill('6')
		const total = week.getByRole('status', { name: 'Total, within my limit' })
		await expect(total).toHaveText('22 hours: 2 hours over the 20 of a week in term.')
		const note = page.getByRole('textbox', { name: 'What the present tenants said' })
		await page.getByRole('button', { name: 'Clear “At the viewing, write down”' }).click()
		await expect(page.getByText('Nothing is typed on this sheet yet')).toBeVisible()
		await note.fill('Cold, <b>kind</b>\nlandlord')
		const saving = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Save as a text file “At the viewing, write down”' }).click()
		expect(await readFile(await (await saving).path(), 'utf8')).toBe(
			'At the viewing, write down\n\nWhat the present tenants said: Cold, <b>kind</b>\nlandlord\n',
		)
		await page.getByRole('button', { name: 'Clear “At the viewing, write down”' }).click()
		await expect(note).toHaveValue('')
		await expect(page.getByText('Sheet cleared')).toBeVisible()
		await page.getByRole('button', { name: 'Undo' }).click()
		await expect(note).toHaveValue('Cold, <b>kind</b>\nlandlord')
		await expectGoodPage(page, 'a guide with sheets filled in')
		const place = page.getByRole('heading', { level: 2, name: 'Renting a home' })
		await place.scrollIntoViewIfNeeded()
		await place.evaluate((heading) => heading.scrollIntoView())
		await expect
			.poll(() =>
				page.evaluate(
					() => Object.entries(localStorage).find(([key]) => key.startsWith('headstart-reading-'))?.[1],
				),
			)
			.toContain('renting-a-home')
		await page.goto('/read/student-guide')
		await expect(page.getByText('You’re where you stopped, in “Renting a home”.')).toBeVisible()
		await expect(place).toBeInViewport()
		await expect(page.locator('#renting-a-home .chapter > :focus')).toHaveCount(1)
		await expect(page.getByRole('checkbox').first()).toBeChecked()
		await expect(total).toHaveText(/^22 hours/)
		await expect(note).toHaveValue('Cold, <b>kind</b>\nlandlord')
		await page.getByRole('button', { name: 'Start at the beginning' }).press('Enter')
		await expect(title).toBeFocused()
		await expect(title).toBeInViewport()
	},
)

test('a guide that was opened once can be read offline until the user signs out', async ({
	page,
	signedInBuyer,
	context,
	allow,
}) => {
	allow(/ERR_INTERNET_DISCONNECTED|ERR_CACHE_MISS|status of 503|^failed: /)
	await signedInBuyer()
	await page.goto('/account/guides')
	await page.getByRole('link', { name: /^Read online CV Secrets/ }).click()
	await expect(page).toHaveURL('/read/cv-secrets')
	const text = page.locator('.guide-text')
	await expect(text).toContainText('advert')
	await kept(page, 'cv-secrets')
	await page.evaluate(async () => void (await navigator.serviceWorker.ready))

	await context.setOffline(true)
	await page.goto('/account/guides')
	await expect(page.getByText('We couldn’t load your guides just now.')).toBeVisible()
	await page.getByRole('link', { name: 'CV Secrets No One Tells You' }).click()
	await expect(page).toHaveURL('/read/cv-secrets')
	await expect(text).toContainText('advert')
	await expect(page.getByText('this is the copy kept in this browser')).toBeVisible()

	await page.goto('/contact')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection to Headstart')
	await expectGoodPage(page, 'no connection, with a guide that is stored')
	await page.getByRole('link', { name: 'CV Secrets No One Tells You' }).click()
	await expect(page).toHaveURL('/read/cv-secrets')
	await expect(text).toContainText('advert')
	await context.setOffline(false)
	await expect(page.getByText('this is the copy kept in this browser')).toBeHidden()

	// The browser has the code of the page, which all guides share, but no copy of this guide.
	await page.route('**/storage/v1/object/sign/**', (route) => route.abort('internetdisconnected'))
	await page.goto('/read/student-guide')
	await expect(page.locator('main h2')).toHaveText('No connection, and no copy here yet')
	await expectGoodPage(page, 'a guide that was never opened, without a connection')
	await page.unroute('**/storage/v1/object/sign/**')
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(page.getByRole('heading', { level: 2, name: 'Your health' })).toBeVisible()

	// The page reads the user's purchases again when its connection is back. If that begins just before the session ends, it is
	// refused.
	allow(/status of 401/)
	await page.locator('header summary').filter({ visible: true }).last().click()
	await page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).click()
	await expect(page).toHaveURL('/auth?redirect=/read/student-guide')
	await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
})

test('only its buyer can read a paid guide, and nobody after a refund', async ({
	page,
	shop,
	newMember,
	allow,
}) => {
	allow(/status of 400/)
	const [buyer, other] = [await newMember(), await newMember()]
	const checkoutSessionId = await buyCvSecrets(shop, buyer.session)
	await page.goto('/read/cv-secrets')
	await expect(page).toHaveURL('/auth?redirect=/read/cv-secrets')
	await expect(page.getByRole('region', { name: 'The guide you chose' })).toContainText(
		/CV Secrets No One Tells You.*Once you’re signed in, you can read it here if it’s yours\./s,
	)
	await expectGoodPage(page, 'signing in to read a guide')
	await fillSignIn(page, buyer)
	await expect(page).toHaveURL('/read/cv-secrets')
	await expect(page.locator('.guide-text')).toContainText('advert')
	await kept(page, 'cv-secrets')

	await comeBackAs(page, shop, other)
	await page.goto('/read/cv-secrets')
	const heading = page.locator('main h2')
	await expect(heading).toHaveText('It isn’t among your guides')
	await expect(page.getByText('It costs £14.99, once.')).toBeVisible()
	await expectGoodPage(page, 'a guide of someone else')
	await expect(page.locator('.guide-text')).toHaveCount(0)
	await kept(page, 'cv-secrets', false)
	await page.getByRole('link', { name: 'About this guide' }).click()
	await expect(page).toHaveURL('/products/cv-secrets')

	await comeBackAs(page, shop, buyer)
	await page.goto('/read/cv-secrets')
	await kept(page, 'cv-secrets')
	await atProvider(shop, checkoutSessionId, 'refund')
	await mailTo(shop, buyer.email, /^Your refund/)
	await page.reload()
	// Waits for this message first, because the page shows the copy until the server has answered.
	await expect(heading.filter({ hasText: 'It was refunded' })).toBeVisible()
	await expect(page.locator('.guide-text')).toHaveCount(0)
	await expect(page.getByText('The copy that was kept in this browser has been removed.')).toBeVisible()
	await kept(page, 'cv-secrets', false)
})

test('a reader who scrolls and leaves by a link in the same moment finds the place again', async ({
	page,
	signedInMember,
}) => {
	await signedInMember()
	await page.goto('/read/student-guide')
	await expect(page.getByRole('heading', { level: 2, name: 'Your health' })).toBeVisible()
	await page.evaluate(async () => {
		document.querySelector('#a-bank-account')?.scrollIntoView({ behavior: 'instant' })
		await new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
		document.querySelector<HTMLElement>('header a[href="/"]')?.click()
	})
	await expect(page).toHaveURL('/')
	await page.goto('/read/student-guide')
	await expect(page.locator('#a-bank-account')).toBeInViewport()
})

test('a failing server does not remove the kept copy, and scripts in a stored file do not run', async ({
	page,
	signedInMember,
	allow,
}) => {
	allow(/status of 50\d|status of 404/)
	await signedInMember()
	await page.route(storedFile, (route) =>
		route.fulfill({ status: 500, headers: { 'x-request-id': 'ref-1' } }),
	)
	await page.goto('/read/student-guide')
	await expect(page.locator('main h2')).toHaveText('We couldn’t open it just now')
	await expect(page.getByText('Reference ref-1')).toBeVisible()
	await page.unroute(storedFile)

	const html = `<p onclick="window.stolen = 1" style="color:red">Safe<script>window.stolen = 1</script>
		<img src="/x.png" onerror="window.stolen = 1"><a href="javascript:window.stolen = 1">link</a></p>`
	const guide = {
		slug: 'student-guide',
		title: 'x',
		edition: '2026-11-22',
		chapters: [{ id: 'one', title: 'One', html }],
	}
	await page.route(storedFile, (route) => route.fulfill({ json: guide }))
	await page.getByRole('button', { name: 'Try again' }).click()
	const text = page.locator('.guide-text')
	await expect(text).toContainText('Safe')
	await expect(text.locator('script, img, a, [onclick], [style]')).toHaveCount(0)
	await text.getByText('link').click()
	expect(await page.evaluate(() => Reflect.has(window, 'stolen'))).toBe(false)
	await kept(page, 'student-guide')
	await page.unroute(storedFile)

	await page.route(storedFile, (route) => route.fulfill({ status: 503 }))
	await page.reload()
	await expect(page.getByText('this is the copy kept in this browser')).toBeVisible()
	await expect(text).toContainText('Safe')
	for (const slug of ['none', 'study-techniques'])
		expect((await page.goto(`/read/${slug}`))?.status(), slug).toBe(404)
	await ready(page)
})

test('at its end, a guide offers the download, the user’s guides and a related guide', async ({
	page,
	signedInBuyer,
	context,
}) => {
	await signedInBuyer()
	await page.goto('/read/student-guide')
	await expect(page).toHaveURL('/read/student-guide')
	const end = page.getByRole('region', { name: 'That’s the whole guide' })
	await expect(end.getByRole('link', { name: 'Student Budget Planner' })).toHaveAttribute(
		'href',
		'/products/budget-planner',
	)
	await expect(end.getByText('Downloading it adds it to your guides.')).toBeVisible()
	await expectGoodPage(page, 'the end of a guide')
	// The message is awaited at the same time, because it disappears after four seconds, and opening a tab can take as long.
	const [opened] = await Promise.all([
		context.waitForEvent('page'),
		end.getByRole('button', { name: 'Download the PDF' }).click(),
		expect(toast(page, 'PDF opened in new tab')).toBeVisible(),
	])
	await expect(end.getByText('Downloading it adds it')).toBeHidden()
	await opened.close()
	await end.getByRole('link', { name: 'Your guides' }).click()
	await expect(page).toHaveURL('/account/guides')
	// Downloading the free guide has added it to the user’s guides.
	await expect(page.getByRole('heading', { level: 2, name: 'Student Guide' })).toBeVisible()

	await page.goto('/read/cv-secrets')
	await expect(page).toHaveURL('/read/cv-secrets')
	// The first related guide is the user’s already, and this one, too.
	await expect(end.getByText('Downloading it adds it')).toBeHidden()
	await expect(end.getByRole('link', { name: 'Student Budget Planner' })).toBeVisible()
	const download = page.waitForEvent('download')
	await end.getByRole('button', { name: 'Download the files' }).click()
	expect((await download).suggestedFilename()).toBe('CV.zip')
})

test('a reader keeps their place after a reload and after Back, although the address names another chapter', async ({
	page,
	signedInMember,
}) => {
	await signedInMember()
	await page.goto('/read/student-guide#renting-a-home')
	const scrollTo = (id: string) =>
		page.evaluate(
			(place) => document.querySelector(`#${place} .chapter > :nth-child(3)`)?.scrollIntoView(),
			id,
		)
	const reading = (id: string) =>
		expect
			.poll(async () => {
				const box = await page.locator(`#${id} .chapter > :nth-child(3)`).boundingBox()
				return box === null ? null : Math.abs(box.y) < 150
			})
			.toBe(true)
	const heading = (name: string) => page.getByRole('heading', { level: 2, name })
	// A link from elsewhere leads to its chapter.
	await expect(heading('Renting a home')).toBeInViewport()
	await scrollTo('your-health')
	await reading('your-health')
	await page.reload()
	await reading('your-health')
	await expect(page).toHaveURL('/read/student-guide#renting-a-home')
	// Not a click by Playwright, which would scroll to the link first.
	await page
		.getByRole('link', { name: 'Your guides' })
		.first()
		.evaluate((link: HTMLElement) => link.click())
	await expect(page).toHaveURL('/account/guides')
	await page.goBack()
	await expect(page).toHaveURL('/read/student-guide#renting-a-home')
	await reading('your-health')

	// Back within the guide returns to about the place from which the visitor left for another chapter.
	await page
		.getByRole('button', { name: /^Contents/ })
		.filter({ visible: true })
		.click()
	await page
		.getByRole('navigation', { name: 'Contents' })
		.getByRole('link', { name: 'A bank account' })
		.evaluate((link: HTMLElement) => link.click())
	await expect(heading('A bank account')).toBeInViewport()
	await page.goBack()
	await expect(page).toHaveURL('/read/student-guide#renting-a-home')
	await expect(page.locator('#your-health .chapter > :nth-child(3)')).toBeInViewport()
	await page.goForward()
	await expect(heading('A bank account')).toBeInViewport()
	await scrollTo('your-health')
	await reading('your-health')
	await page.reload()
	await reading('your-health')

	// A new visit with a chapter in its address goes there.
	await page.goto('/about')
	await page.goto('/read/student-guide#a-bank-account')
	await expect(heading('A bank account')).toBeInViewport()
})
