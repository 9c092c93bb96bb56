import { actAsScript } from './admin.ts'
import { expectGoodScreen } from './good-page.ts'
import { expect, test } from './journey.ts'
import { buyCvSecrets } from './purchases.ts'
import { comeBackAs, ready } from './sign-in.ts'

const address = '/products/cv-secrets'

test('the film is not loaded until it is started, and then plays in place with captions', async ({
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
	await page.getByRole('button', { name: 'Next' }).click()
	const large = page.getByRole('dialog').locator('video')
	await expect(large).toHaveAttribute('poster', /poster-720/)
	await expect(large).toHaveAttribute('preload', 'none')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await page.waitForTimeout(300)
	expect(fetched).toEqual([])

	const height = async () =>
		(await page.locator('figure:has(video, [href$=".mp4"])').boundingBox())?.height ?? 0
	const before = await height()
	await page.getByRole('link', { name: /^Play the film/ }).click()
	const video = page.getByRole('main').locator('video')
	await expect(video).toBeFocused()
	expect(await height(), 'nothing below it moves').toBe(before)
	await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0.2)
	const playing = await video.evaluate((film: HTMLVideoElement) => ({
		inline: film.playsInline,
		captions: film.textTracks[0]?.kind,
		shown: film.textTracks[0]?.mode,
	}))
	expect(playing).toEqual({ inline: true, captions: 'captions', shown: 'showing' })
	expect(fetched.some((url) => /\.(webm|mp4)$/.test(url))).toBe(true)
	expect(fetched.some((url) => url.endsWith('.vtt'))).toBe(true)

	await page.getByText('Read the transcript instead').click()
	await expect(page.locator('details[open] p').first()).toBeVisible()
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
	page.on('request', (request) => fetched.push(request.url()))
	await page.goto(address)
	await ready(page)
	await expect(chapter.getByText('An advert is a marking scheme.')).toBeVisible()
	await expect(last).toBeHidden()
	await chapter.locator('summary').press('Enter')
	await expect(last).toBeVisible()
	await expect(chapter.getByRole('heading', { level: 3 })).toHaveCount(2)
	await expectGoodScreen(page, 'the whole chapter')
	expect(
		fetched.filter((url) => /\/chapter-[^/]+\.js$/.test(url)),
		'the page has it already',
	).toEqual([])
	await chapter.getByRole('link', { name: /^Page \d+, The words of the advert/ }).click()
	await expect(
		page.getByRole('dialog').getByRole('img', { name: /^Page \d+, The words of the advert/ }),
	).toBeVisible()
	await page.keyboard.press('Escape')

	await page
		.getByRole('link', { name: /Student Guide/ })
		.last()
		.click()
	await expect(page).toHaveURL('/products/student-guide')
	await expect(chapter.getByText('Seven jobs, in this order.')).toBeVisible()
	await chapter.locator('summary').click()
	await expect(chapter.getByRole('link', { name: 'gov.uk/register-to-vote' })).toBeVisible()
	expect(fetched.filter((url) => /\/chapter-[^/]+\.js$/.test(url)).length).toBe(1)
})

test('related guides that the visitor owns have no price, and are not suggested at the end of a guide', async ({
	page,
	shop,
	newMember,
}) => {
	const member = await newMember()
	await buyCvSecrets(shop, member.session)
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

test('the list of files is collapsed, and links in prerendered text open without a page load', async ({
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

for (const { motion, moving } of [
	{ motion: 'no-preference', moving: ['::view-transition-group(cover)'] },
	{ motion: 'reduce', moving: [] },
] as const) {
	test(`with the motion preference ${motion}, the cover of a card ${motion === 'reduce' ? 'stays still' : 'moves'} when the product's page opens`, async ({
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
		await page.getByRole('link', { name: 'Details of Student Guide' }).click()
		await expect(page).toHaveURL('/products/student-guide')
		await expect(page.locator('html')).toHaveAttribute('data-moved')
		const moved = (await page.locator('html').getAttribute('data-moved')) ?? ''
		expect(moved.split(' ').filter((name) => name.includes('group(cover)'))).toEqual([...moving])
		if (motion === 'reduce') expect(moved).toBe('')
		await expect(page.getByRole('main')).toBeFocused()
	})
}

test('a player can request a range of the film', async ({ page, shop }) => {
	await page.goto('/products/budget-planner')
	await ready(page)
	const film = await page.getByRole('link', { name: /^Play the film/ }).getAttribute('href')
	const part = await page.request.get(`${shop.url}${film}`, { headers: { range: 'bytes=0-99' } })
	expect(part.status()).toBe(206)
	expect((await part.body()).length).toBe(100)
})
