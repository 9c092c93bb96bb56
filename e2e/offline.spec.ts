import { expectGoodPage } from './good-page.ts'
import { expect, test } from './journey.ts'
import { comeBackAs, ready, toast } from './sign-in.ts'

test('a page opened afresh without a connection is a plain message and a way to try again, then the page; nothing is kept', async ({
	page,
	shop,
	newMember,
	context,
	allow,
}) => {
	allow(/ERR_INTERNET_DISCONNECTED|status of 503|^failed: /)
	await comeBackAs(page, shop, await newMember())
	await page.goto('/about')
	await ready(page)
	await page.evaluate(async () => void (await navigator.serviceWorker.ready))
	await context.setOffline(true)
	await page.goto('/account/guides')
	const heading = page.getByRole('heading', { level: 1 })
	await expect(heading).toHaveText('No connection to Headstart')
	await expectGoodPage(page, 'no connection, opened afresh')
	const retry = page.getByRole('button', { name: 'Try again' })
	await retry.click()
	await expect(page.getByRole('status')).toHaveText(/^Still no answer/)

	// The server says that it is there, to this page alone: it is opened anew, and still cannot be had.
	await page.route('**/healthz', (route) => route.fulfill({ json: {} }))
	await Promise.all([page.waitForEvent('framenavigated', { timeout: 3_000 }), retry.click()])
	await expect(page.getByRole('status')).toBeEmpty()
	await page.unroute('**/healthz')

	await context.setOffline(false)
	await expect(heading).toHaveText('Your guides', { timeout: 15_000 })
	await expect(page).toHaveURL('/account/guides')
	expect(await page.evaluate(() => caches.keys())).toEqual([])
})

test('a page seen before opens without a connection, by its address and by a tap alike', async ({
	page,
	context,
	allow,
}) => {
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
	await expect(heading).toHaveText('Premium guides')

	// Seen meanwhile in another tab. The first one has been told once that it cannot be had.
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
	await expect(heading).toHaveText('Premium guides')
	await page.goto('/products/cv-secrets')
	await expect(heading).toHaveText('CV Secrets No One Tells You')
	await page.goto('/terms')
	await expect(heading).toHaveText('No connection to Headstart')
	await context.setOffline(false)
})

test('what could not be fetched on first use is whole at the next try, its style sheet too', async ({
	page,
	allow,
}) => {
	allow(/ERR_FAILED|^failed: .*viewer/)
	const sheet = /\/viewer-[^/]+\.css$/
	await page.route(sheet, (route) => route.abort('failed'))
	await page.goto('/products/cv-secrets')
	await ready(page)
	await page.locator('[data-opens="05-evidence"]').click()
	await expect(toast(page, 'The picture could not be opened')).toBeVisible()
	await page.unroute(sheet)
	await page.locator('[data-opens="05-evidence"]').click()
	await expect(page.getByRole('dialog')).toHaveCSS('display', 'grid')
})

test('a page whose style sheet could not be had gets it a moment later, and is left like any other', async ({
	page,
	shop,
	newMember,
	allow,
}) => {
	allow(/ERR_FAILED|^failed: .*page-/)
	await comeBackAs(page, shop, await newMember())
	await page.goto('/account')
	await ready(page)
	const sheet = /\/page-[^/]+\.css$/
	await page.route(sheet, (route) => route.abort('failed'))
	await page.getByRole('link', { name: 'Your guides and receipts' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your guides')
	await page.unroute(sheet)
	await page.waitForResponse((answer) => sheet.test(answer.url()) && answer.ok())
	await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
})
