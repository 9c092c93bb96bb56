import type { Page } from '@playwright/test'
import { actAsScript } from './admin.ts'
import { expectGoodScreen } from './good-page.ts'
import { expect, test } from './journey.ts'
import { makeBuyer } from './purchases.ts'
import { comeBackAs, ready } from './sign-in.ts'

const address = '/products/cv-secrets'

test('the film is not loaded until it is started, and then plays in place with captions and controls', async ({
	page,
}) => {
	const fetched: string[] = []
	page.on('request', (request) => {
		if (/\.(webm|mp4|vtt)$/.test(request.url())) fetched.push(request.url())
	})
	await page.goto('/products/budget-planner')
	await ready(page)
	await page.getByRole('link', { name: /^Play the film/ }).scrollIntoViewIfNeeded()
	await page.locator('[data-opens="02-dashboard"]').click()
	await page.getByRole('button', { name: 'Previous' }).click()
	const large = page.getByRole('dialog').locator('video')
	await expect(large).toHaveAttribute('poster', /poster-720/)
	await expect(large).toHaveAttribute('preload', 'none')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await page.waitForTimeout(300)
	expect(fetched).toEqual([])

	const height = async () => (await page.locator('.film').boundingBox())?.height ?? 0
	const before = await height()
	await page.getByRole('link', { name: /^Play the film/ }).click()
	const video = page.getByRole('main').locator('video')
	const film = page.getByRole('group', { name: 'Film' })
	const pause = film.getByRole('button', { name: 'Pause' })
	await expect(pause).toBeFocused()
	expect(await height(), 'nothing below it moves').toBe(before)
	await expect
		.poll(() => video.evaluate((playing: HTMLVideoElement) => playing.currentTime))
		.toBeGreaterThan(0.2)
	await expect(video).toHaveJSProperty('playsInline', true)
	await pause.press('Space')
	await expect(film.getByRole('button', { name: 'Play' })).toBeFocused()
	const caption = film.getByText('A concert ticket of £38 is added to Spending')
	await film.getByRole('slider', { name: 'Position' }).fill('22')
	await expect(film.getByRole('slider')).toHaveAttribute('aria-valuetext', '22 of 30 seconds')
	await expect(caption).toBeVisible()
	await expect(page.locator('.marked-scene')).toContainText('A concert ticket of £38')
	await film.getByRole('button', { name: 'Captions', pressed: true }).click()
	await expect(caption).toBeHidden()
	await film.getByRole('button', { name: 'Full screen' }).click()
	await expect(film.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
	await film.getByRole('button', { name: 'Leave full screen' }).click()
	expect(fetched.some((url) => /\.(webm|mp4)$/.test(url))).toBe(true)
	await expect.poll(() => fetched.some((url) => url.endsWith('.vtt'))).toBe(true)

	const transcript = page.getByText('Read the transcript instead')
	if (await transcript.isVisible()) await transcript.click()
	await expect(page.locator('.film li').first()).toBeVisible()
})

test('without scripts, thumbnails and the film link to their files, and the page has all its content', async ({
	browser,
	shop,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false })
	const page = await context.newPage()
	for (const path of [address, '/products/budget-planner', '/products/student-guide', '/startup-blueprint']) {
		await page.goto(`${shop.url}${path}`)
		await expect(page).toHaveURL(`${shop.url}${path}`)
		const links = await page
			.locator('[data-opens]')
			.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
		expect(links.length, path).toBeGreaterThan(4)
		for (const link of links) {
			const answer = await context.request.get(`${shop.url}${link}`)
			expect(answer.status(), link).toBe(200)
			expect(answer.headers()['content-type'], link).toMatch(/^(image\/webp|video\/mp4)$/)
		}
		// The text is folded away, but it is in the page.
		const chapter = page.locator('#chapter')
		expect((await chapter.textContent())?.split(/\s+/).length, path).toBeGreaterThan(250)
		await chapter.getByText('Read the rest of the chapter').click()
		await expect(chapter.locator('.chapter').last().locator('> *').last(), path).toBeVisible()
		for (const heading of [
			'Look inside',
			'What you get',
			'Contents',
			'In the download',
			'Common questions',
		]) {
			await expect(page.getByRole('heading', { name: heading, exact: true }), path).toBeVisible()
		}
	}
	await context.close()
})

test('a free chapter can be read as text or as pages, and a link to another guide loads that guide’s chapter', async ({
	page,
}) => {
	const chapter = page.locator('#chapter')
	const last = chapter.getByText('Ten CVs that fit take about as long as eighty that don’t.')
	const fetched: string[] = []
	page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
	await page.goto(address)
	await ready(page)
	await expect(chapter.getByText('An advert is a marking scheme.')).toBeVisible()
	await expect(last).toBeHidden()
	await chapter.locator('summary').press('Enter')
	await expect(last).toBeVisible()
	await expect(chapter.getByRole('heading', { level: 3 })).toHaveCount(2)
	await expectGoodScreen(page, 'the whole chapter')
	const data = () => fetched.filter((path) => path.endsWith('.data'))
	expect(data(), 'the page has it already').toEqual([])
	await chapter.getByRole('link', { name: /^The words of the advert/ }).click()
	await expect(page.getByRole('dialog').getByRole('img', { name: /^The words of the advert/ })).toBeVisible()
	// A key pressed before the viewer has the focus would be lost.
	await expect(page.getByRole('dialog').getByRole('button', { name: 'Next' })).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)

	await page
		.getByRole('link', { name: /Student Guide/ })
		.last()
		.click()
	await expect(page).toHaveURL('/products/student-guide')
	await expect(chapter.getByText('Seven jobs, in this order.')).toBeVisible()
	await chapter.locator('summary').click()
	await expect(chapter.getByRole('link', { name: 'gov.uk/register-to-vote' })).toBeVisible()
	expect(data()).toEqual(['/products/student-guide.data'])
})

test('related guides that the visitor owns have no price, and are not suggested at the end of a guide', async ({
	page,
	shop,
}) => {
	const member = await makeBuyer(shop)
	const budgetPlanner = { customer: member.session.user.id, product: '3', reason: 'a prize' }
	await actAsScript(shop, 'give-guide', budgetPlanner)
	await comeBackAs(page, shop, member)
	await page.goto(address)
	await expect(page).toHaveURL(address)
	const related = page.getByRole('main').locator('section').last()
	await expect(related).toContainText('Goes well with this')
	await expect(related.getByRole('link', { name: 'Student Budget Planner' })).toContainText('Yours')
	await expect(related.getByRole('link', { name: 'Student Guide' })).toContainText('Free')
	await expect(related).not.toContainText('£')
	await page.goto('/read/student-guide')
	await expect(page).toHaveURL('/read/student-guide')
	await expect(page.getByText('Downloading it adds it to your guides.')).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Goes well with it' })).toHaveCount(0)
})

test('the list of files is collapsed, and links in texts that need no script open without a page load', async ({
	page,
}) => {
	await page.goto(address)
	await ready(page)
	await page.getByRole('link', { name: 'What changed' }).click()
	await expect(page).toHaveURL(`${address}#editions`)
	await expect(page.getByRole('heading', { name: 'Editions' })).toBeInViewport()
	await expect(page.getByRole('heading', { name: 'Editions' })).toBeFocused()
	const template = page.getByRole('cell', { name: '3-Template-clear.docx' })
	await expect(template).toBeHidden()
	await page.getByText('All 28 files, with pages and sizes').click()
	await expect(template).toBeVisible()
	await expectGoodScreen(page, 'all files')

	const loaded: string[] = []
	page.on('request', (request) => {
		if (request.isNavigationRequest()) loaded.push(request.url())
	})
	await page.getByRole('main').getByRole('link', { name: 'Write to us' }).click()
	await expect(page).toHaveURL('/contact')
	await page.goBack()
	await expect(page).toHaveURL(`${address}#editions`)
	await page.getByRole('main').getByRole('link', { name: 'Write to us' }).click()
	await expect(page).toHaveURL('/contact')
	expect(loaded, 'whole pages').toEqual([])
})

/** Returns what a page says, where it leads, and what it shows. */
async function contentOf(page: Page) {
	return await page.getByRole('main').evaluate((main) => ({
		// Without what is only for browsers without scripts, or for search engines.
		text: [...main.querySelectorAll('noscript, script')].reduce(
			(text, { textContent }) => text.replace(textContent, ''),
			main.textContent,
		),
		links: [...main.querySelectorAll('a')].map(({ href }) => href),
		pictures: [...main.querySelectorAll('img')].map(({ alt, src }) => [alt, src]),
	}))
}

test('a product’s page is the same by its address, by a link, and after the Back button', async ({
	page,
}) => {
	const heading = page.getByRole('heading', { level: 1 })
	for (const { list, title, path } of [
		{ list: '/premium', title: 'CV Secrets', path: '/products/cv-secrets' },
		{ list: '/free', title: 'Student Guide', path: '/products/student-guide' },
	]) {
		await page.goto(path)
		await ready(page)
		const byAddress = await contentOf(page)
		expect(byAddress.text).toContain('Common questions')

		await page.goto(list)
		await ready(page)
		await page.getByRole('link', { name: `Details of ${title}` }).click()
		await expect(page).toHaveURL(path)
		await expect(heading).toContainText(title)
		await expect.poll(() => contentOf(page)).toEqual(byAddress)

		await page.goto(path)
		await ready(page)
		await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
		await expect(heading).toHaveText('Terms')
		await page.goBack()
		await expect(heading).toContainText(title)
		await expect.poll(() => contentOf(page)).toEqual(byAddress)
	}
})

test('a page whose data cannot be fetched, or does not fit its code, is loaded as a document', async ({
	page,
	allow,
}) => {
	allow(/ERR_FAILED|status of 502|\.data|Unable to decode|undefined/)
	for (const answer of ['none', 'of a failing proxy', 'of another release']) {
		await page.route(/\.data(\?|$)/, async (route) => {
			if (answer === 'none') await route.abort('failed')
			else if (answer === 'of a failing proxy') await route.fulfill({ status: 502, body: 'Bad gateway' })
			else await route.fulfill({ contentType: 'text/x-script', body: '[{}]\n' })
		})
		await page.goto('/premium')
		await ready(page)
		await page.getByRole('link', { name: 'Details of CV Secrets' }).click()
		await expect(page, answer).toHaveURL(address)
		await expect(page.getByRole('heading', { level: 1 }), answer).toHaveText('CV Secrets No One Tells You')
		await expect(page.getByRole('heading', { name: 'Common questions' })).toBeVisible()
		await page.unroute(/\.data(\?|$)/)
	}
})

for (const { motion, moving } of [
	{ motion: 'no-preference', moving: ['::view-transition-group(cover)'] },
	{ motion: 'reduce', moving: [] },
] as const) {
	test(`with the motion preference ${motion}, the cover of a card ${motion === 'reduce' ? 'stays still' : 'moves'} from there to the product's page, to the form to sign in and back`, async ({
		page,
	}) => {
		await page.emulateMedia({ reducedMotion: motion })
		await page.addInitScript(() => {
			const start = document.startViewTransition
			document.startViewTransition = (update) => {
				const transition = start.call(document, update)
				void transition.ready.then(() => {
					const animated = document.getAnimations().map(({ effect }) => effect)
					const names = animated.map((effect) =>
						effect instanceof KeyframeEffect ? effect.pseudoElement : null,
					)
					document.documentElement.dataset.moved = names.join(' ')
				})
				return transition
			}
		})
		await page.goto('/free')
		await ready(page)
		async function expectMoved() {
			await expect(page.locator('html')).toHaveAttribute('data-moved')
			const moved = (await page.locator('html').getAttribute('data-moved')) ?? ''
			expect(moved.split(' ').filter((name) => name.includes('group(cover)'))).toEqual([...moving])
			if (motion === 'reduce') expect(moved).toBe('')
			await page.evaluate(() => delete document.documentElement.dataset.moved)
		}
		await page.getByRole('link', { name: 'Details of Student Guide' }).click()
		await expect(page).toHaveURL('/products/student-guide')
		await expectMoved()
		await expect(page.getByRole('main')).toBeFocused()
		await page.getByRole('button', { name: 'Get Free PDF' }).click()
		await expect(page).toHaveURL(/\/auth\?/)
		await expectMoved()
		await page.goBack()
		await expect(page).toHaveURL('/products/student-guide')
		await expectMoved()
	})
}

test('a guide can be shared with what the device offers, as a link and as a code', async ({
	page,
	context,
	shop,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await page.addInitScript(() => {
		navigator.share = async (data) => {
			document.title = JSON.stringify(data)
		}
	})
	// The second address of the page. The canonical one is shared.
	await page.goto('/startup-blueprint')
	const url = `${shop.url}/products/startup-blueprint`
	const row = page.getByRole('group', { name: 'Share this page' })
	await row.getByRole('button', { name: 'Share', exact: true }).click()
	await expect(page).toHaveTitle(new RegExp(`Startup Blueprint.*${url}"}$`))
	await row.getByRole('button', { name: 'Copy link' }).click()
	await expect(row.getByRole('status')).toHaveText('Link copied')
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
	await row.getByRole('button', { name: 'QR code' }).click()
	await expect(row.getByRole('img', { name: /^QR code of this page/ })).toBeVisible()
	await expect(row.getByText(url)).toBeVisible()
	await expectGoodScreen(page, 'the code of a page')
})

test('a player can request a range of the film', async ({ page, shop }) => {
	await page.goto('/products/budget-planner')
	await ready(page)
	const film = await page.getByRole('link', { name: /^Play the film/ }).getAttribute('href')
	const part = await page.request.get(`${shop.url}${film}`, { headers: { range: 'bytes=0-99' } })
	expect(part.status()).toBe(206)
	expect((await part.body()).length).toBe(100)
})
