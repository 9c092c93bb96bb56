import { expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { ready, toast } from './sign-in.ts'

test('a page first opened offline shows a message, and loads once the connection is back', async ({
	page,
	signedInMember,
	context,
	allow,
}) => {
	allow(/ERR_INTERNET_DISCONNECTED|status of 503|^failed: /)
	await signedInMember()
	await page.goto('/about')
	await ready(page)
	await page.evaluate(async () => void (await navigator.serviceWorker.ready))
	await context.setOffline(true)
	await page.goto('/account/guides')
	await expect(page).toHaveURL('/account/guides')
	const heading = page.getByRole('heading', { level: 1 })
	await expect(heading).toHaveText('No connection to Headstart')
	await expectGoodPage(page, 'no connection, opened afresh')
	const retry = page.getByRole('button', { name: 'Try again' })
	await retry.click()
	await expect(page.getByRole('status')).toHaveText(/^Still no answer/)

	// Stops the attempts that the page makes by itself, because one could reload it just before the button is pressed.
	await page.evaluate(() => {
		const latest = Number(setTimeout(() => {}))
		for (let timer = 1; timer < latest; timer += 1) clearInterval(timer)
	})
	// Only the health check is answered. The page therefore reloads, but still cannot be loaded.
	await page.route('**/healthz', (route) => route.fulfill({ json: {} }))
	await Promise.all([page.waitForEvent('framenavigated'), retry.click()])
	await expect(page.getByRole('status')).toBeEmpty()
	await page.unroute('**/healthz')

	await context.setOffline(false)
	await expect(heading).toHaveText('Your guides')
	await expect(page).toHaveURL('/account/guides')
	expect(await page.evaluate(() => caches.keys())).toEqual([])
})

test('a page seen before opens offline, by its address and by a link', async ({ page, context, allow }) => {
	allow(
		/ERR_INTERNET_DISCONNECTED|ERR_CACHE_MISS|status of 503|fetching the script|route module|dynamically imported|^failed: /,
	)
	const heading = page.getByRole('heading', { level: 1 })
	const details = page.getByRole('link', { name: 'Details of CV Secrets' })
	await page.goto('/premium')
	await ready(page)
	await page.evaluate(async () => void (await navigator.serviceWorker.ready))
	await context.setOffline(true)
	await details.click()
	await expect(heading).toHaveText('No connection to Headstart')
	await page.goBack()
	await expect(page).toHaveURL('/premium')
	await expect(heading).toHaveText('Premium guides')

	// Another tab loads the page while online. The browser then has a copy, although the first tab failed to load the page.
	await context.setOffline(false)
	const other = await context.newPage()
	await other.goto('/products/cv-secrets')
	await ready(other)
	await other.close()
	await context.setOffline(true)
	await details.click()
	await expect(heading).toHaveText('CV Secrets No One Tells You')
	await ready(page)

	await page.goto('/premium')
	await expect(page).toHaveURL('/premium')
	await expect(heading).toHaveText('Premium guides')
	await page.goto('/products/cv-secrets')
	await expect(page).toHaveURL('/products/cv-secrets')
	await expect(heading).toHaveText('CV Secrets No One Tells You')
	await page.goto('/terms')
	await expect(page).toHaveURL('/terms')
	await expect(heading).toHaveText('No connection to Headstart')
	await context.setOffline(false)
})

test('if a part of the page fails to load, the next attempt loads it with its style sheet', async ({
	page,
	allow,
}) => {
	allow(/ERR_FAILED|^failed: .*viewer/)
	const sheet = /\/viewer-[^/]+\.css$/
	await page.route(sheet, (route) => route.abort('failed'))
	await page.goto('/products/cv-secrets')
	await ready(page)
	await page.locator('[data-opens="05-evidence"]').click()
	await expect(toast(page, 'The picture couldn’t be opened')).toBeVisible()
	await page.unroute(sheet)
	await page.locator('[data-opens="05-evidence"]').click()
	await expect(page.getByRole('dialog')).toHaveCSS('display', 'grid')
})

test('a style sheet that failed to load is loaded a moment later, and the page works normally', async ({
	page,
	signedInMember,
	allow,
}) => {
	allow(/ERR_FAILED|^failed: .*page-/)
	await signedInMember()
	await page.goto('/account')
	await ready(page)
	const sheet = /\/page-[^/]+\.css$/
	await page.route(sheet, (route) => route.abort('failed'))
	await page
		.getByRole('navigation', { name: 'Your account' })
		.getByRole('link', { name: 'Your guides' })
		.click()
	await expect(page).toHaveURL('/account/guides')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your guides')
	// Waits from before the address is free again, because the next attempt may come at any moment.
	const loaded = page.waitForResponse((answer) => sheet.test(answer.url()) && answer.ok())
	await page.unroute(sheet)
	await loaded
	await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
	await expect(page).toHaveURL('/terms')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
})

test('a link followed offline shows a message, and opens once the connection is back', async ({
	page,
	context,
	allow,
}) => {
	// The service worker also looks for the page in the browser's cache. If it is not there, the browser logs another failure.
	allow(
		/ERR_INTERNET_DISCONNECTED|Failed to load resource|assets\/|healthz|terms$|favicon|fetching the script/,
	)
	await page.goto('/about')
	await ready(page)
	await page.evaluate(async () => void (await navigator.serviceWorker.ready))
	await context.setOffline(true)
	await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection to Headstart')
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(page.getByText('Still no answer')).toBeVisible()
	await context.setOffline(false)
	await expect(page).toHaveURL('/terms')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
})
