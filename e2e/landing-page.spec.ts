import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { expectAccessible, expectWithinWidth } from './good-page.ts'
import { expect, test } from './journey.ts'

const file = pathToFileURL('workshop/startup-blueprint/landing-page.html').href
const formService = 'https://formspree.io/**'

test('the landing page of the Startup Blueprint is accessible when opened from disk on a narrow screen', async ({
	page,
}) => {
	await page.setViewportSize({ width: 320, height: 640 })
	await page.goto(file)
	await expect(page).toHaveTitle(/Monday Kit/)
	await expectAccessible(page, 'the landing page')
	await expectWithinWidth(page, 'the landing page')
	await page.getByRole('link', { name: 'Keep me a bag' }).click()
	await expect(page.getByRole('button', { name: 'Keep me a bag' })).toBeInViewport()
})

test('the landing page sends the form, and says whether that worked', async ({ page, allow }) => {
	allow(/formspree\.io|status of 500/)
	const sent: string[] = []
	let status = 500
	await page.route(formService, async (route) => {
		sent.push(route.request().postData() ?? '')
		await route.fulfill({ status, headers: { 'access-control-allow-origin': '*' }, body: '{}' })
	})
	await page.goto(`${file}?from=card`)
	await page
		.locator('form')
		.evaluate((form) => form.setAttribute('action', 'https://formspree.io/f/abcdwxyz'))
	await page.getByLabel('Your email').fill('sam@example.com')
	await page.getByLabel('Your hall').fill('North Hall')
	const send = page.getByRole('button', { name: 'Keep me a bag' })
	await send.click()
	await expect(page.getByRole('status')).toContainText('That didn’t work')
	status = 200
	await send.click()
	await expect(page.getByRole('status')).toContainText('you’re on the list')
	await expect(page.getByLabel('Your email')).toHaveValue('')
	expect(sent).toHaveLength(2)
	for (const part of ['sam@example.com', 'North Hall', 'Medium', 'card']) expect(sent[1]).toContain(part)
})

test('the landing page opens the form service’s own page if the service requires a captcha', async ({
	page,
	allow,
}) => {
	allow(/status of 403/)
	await page.route(formService, async (route) => {
		const isFetch = route.request().resourceType() === 'fetch'
		await route.fulfill({
			status: isFetch ? 403 : 200,
			headers: { 'access-control-allow-origin': '*' },
			contentType: 'text/html',
			body: `<title>Are you a person?</title>${route.request().postData()}`,
		})
	})
	const html = await readFile('workshop/startup-blueprint/landing-page.html', 'utf8')
	// A beginner may replace the placeholder throughout the file, even in its comments.
	const body = html.replaceAll('YOUR-FORM-CODE', 'abcdwxyz')
	await page.route('https://monday-kit.pages.dev/card/', (route) =>
		route.fulfill({ contentType: 'text/html', body }),
	)
	await page.goto('https://monday-kit.pages.dev/card/')
	await page.getByLabel('Your email').fill('sam@example.com')
	await page.getByLabel('Your hall').fill('North Hall')
	await page.getByRole('button', { name: 'Keep me a bag' }).click()
	await expect(page).toHaveURL('https://formspree.io/f/abcdwxyz')
	await expect(page.locator('body')).toContainText('email=sam%40example.com')
	await expect(page.locator('body')).toContainText('from=card')
})

test('until its form is connected to a service, the landing page opens an email with the answers', async ({
	page,
	allow,
}) => {
	allow(/mailto:/)
	await page.goto(file)
	await page.getByLabel('Your email').fill('sam@example.com')
	await page.getByLabel('Your hall').fill('North Hall')
	const email = page.waitForEvent('request', (request) => request.url().startsWith('mailto:'))
	await page.getByRole('button', { name: 'Keep me a bag' }).click()
	const { searchParams } = new URL((await email).url())
	expect(searchParams.get('body')).toContain('email: sam@example.com\r\nhall: North Hall')
	await expect(page.getByRole('status')).toContainText('maya@example.com')
})
