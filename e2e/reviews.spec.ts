import { expect, test } from './journey.ts'
import { clientOf } from './people.ts'
import { buyCvSecrets } from './purchases.ts'
import { comeBackAs, ready } from './sign-in.ts'

const text = 'The evidence lines got me two interviews.'

test('each guide has its own reviews and form, also when one page links to the next', async ({
	page,
	shop,
	newMember,
	allow,
}) => {
	const buyer = await newMember()
	await buyCvSecrets(shop, buyer.session)
	const client = await clientOf(shop)
	await client.auth.setSession(buyer.session)
	const { error } = await client.from('reviews').insert({ catalogue_id: '2', rating: 5, body: text })
	expect(error).toBeNull()
	await expect
		.poll(async () => await (await fetch(`${shop.url}/products/cv-secrets`)).text(), { timeout: 20_000 })
		.toContain(text)

	await comeBackAs(page, shop, buyer)
	await page.goto('/products/cv-secrets')
	await ready(page)
	const reviews = page.locator('#reviews')
	const own = reviews.getByRole('region', { name: 'Your review' })
	await own.getByRole('button', { name: 'Edit your review' }).click()
	await own.getByRole('textbox').fill('Half of a sentence')

	const pages: string[] = []
	page.on('request', (request) => {
		if (request.resourceType() === 'fetch' && /\/products\/[^.]+$/.test(request.url()))
			pages.push(new URL(request.url()).pathname)
	})
	const goesWell = (name: RegExp) => page.getByRole('link', { name }).filter({ visible: true }).last()
	await goesWell(/Student Guide/).click()
	await expect(page).toHaveURL('/products/student-guide')
	await expect(reviews).toContainText('No reviews yet.')
	await expect(reviews).not.toContainText(text)
	await expect(own).toHaveCount(0)
	expect(pages).toEqual(['/products/student-guide'])

	allow(/products\/cv-secrets|Failed to load resource/)
	await page.route('**/products/cv-secrets', (route) => route.abort())
	await page.goBack()
	await expect(page).toHaveURL('/products/cv-secrets')
	await expect(reviews).toContainText('The reviews couldn’t be loaded.')
	await expect(own).toContainText(text)
	await page.unroute('**/products/cv-secrets')
	await page.goForward()
	await expect(reviews).toContainText('No reviews yet.')
	// Going back while the pages still change would skip their transition, which the browser reports.
	await page.waitForTimeout(500)
	await page.goBack()
	await expect(reviews.getByRole('listitem').filter({ hasText: text })).toBeVisible()
})
