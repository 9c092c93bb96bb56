import { expect, test } from './journey.ts'
import { ready } from './sign-in.ts'

test('every unknown address shows a “not found” page with working links, which search engines don’t index', async ({
	page,
	request,
	shop,
	allow,
}) => {
	allow(/status of 404/)
	const bodies = new Map<string, string>()
	for (const path of ['/no-such-page', '/free/more/of/it', '/products/none', '/caf%C3%A9', '/%zz']) {
		const answer = await request.get(`${shop.url}${path}`)
		expect(answer.status(), path).toBe(404)
		// Unknown guides have a page of their own, which says that the guide may not be out yet. All others get the same page.
		const kind = path.startsWith('/products/') ? 'guide' : 'any'
		const body = await answer.text()
		expect(body, path).toBe(bodies.get(kind) ?? body)
		bodies.set(kind, body)
		await page.goto(`${shop.url}${path}`)
		await expect(page).toHaveURL(`${shop.url}${path}`)
		await ready(page)
		await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Oops! Page not found')
		await expect(page.getByText('the guide isn’t out yet'), path).toHaveCount(kind === 'guide' ? 1 : 0)
		await expect(page.getByRole('link', { name: 'See the free guides' }), path).toHaveAttribute(
			'href',
			'/free',
		)
		await expect(page.locator('meta[name="robots"]'), path).toHaveAttribute('content', /noindex/)
		await expect(page.locator('link[rel="canonical"]'), path).toHaveCount(0)
	}
	await page.getByRole('link', { name: 'Return home' }).click()
	await expect(page).toHaveURL('/')
	await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Oops! Page not found')
	await page.goBack()
	await expect(page).toHaveURL('/%zz')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
})

test('the page of an unknown category lists all categories, and addresses may contain capitals', async ({
	page,
	allow,
}) => {
	allow(/status of 404/)
	expect((await page.goto('/categories/none'))?.status()).toBe(404)
	await ready(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Category not found')
	await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
	const main = page.getByRole('main')
	for (const category of ['Career', 'Finance', 'Money', 'Academic', 'Business'])
		await expect(main.getByRole('link', { name: category })).toBeVisible()
	await main.getByRole('link', { name: 'Business' }).click()
	await expect(page).toHaveURL('/categories/business')
	for (const [path, heading] of [
		['/FREE', /[Ff]ree/],
		['/categories/Career', 'Career'],
	] as const) {
		expect((await page.goto(path))?.status(), path).toBe(200)
		await ready(page)
		await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading)
	}
})
