import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { freePort } from '#test/free-port.ts'
import { expect, test } from './journey.ts'
import { startShopProcess } from './shop-process.ts'
import { ready } from './sign-in.ts'

/** Starts an analytics service that records what it receives. */
async function collector() {
	const bodies: string[] = []
	const port = await freePort()
	const server = createServer((request, response) => {
		let body = ''
		request.setEncoding('utf8').on('data', (part) => {
			body += part
		})
		request.on('end', () => {
			bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`)
			response.writeHead(202).end()
		})
	}).listen(port, '127.0.0.1')
	return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.close() }
}

async function beginSignUp(page: Page): Promise<void> {
	await page.goto('/auth')
	await ready(page)
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	await page.getByLabel('Display Name').fill('Ada')
}

test('a page view contains only the path, and visitors can opt out', async ({ page }) => {
	const sent: { body: string | null; headers: Record<string, string> }[] = []
	page.on('request', (request) => {
		if (request.url().endsWith('/page-views'))
			sent.push({ body: request.postData(), headers: request.headers() })
	})
	await page.goto('/auth/confirm?token_hash=SECRET&type=signup#access_token=SECRET')
	await ready(page)
	await page.goto('/free?q=SECRET')
	await ready(page)
	await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
	await expect(page.getByText('Visits from this browser are counted.')).toBeVisible()
	await expect.poll(() => sent.map(({ body }) => body)).toEqual(['/auth/confirm', '/free', '/privacy'])
	for (const { headers } of sent) {
		expect(JSON.stringify(headers)).not.toContain('SECRET')
		expect(headers).not.toHaveProperty('cookie')
		expect(headers.referer ?? '').toBe('')
	}

	await page.getByRole('button', { name: 'Stop counting my visits' }).click()
	await expect(page.getByText('Visits from this browser aren’t counted.')).toBeVisible()
	await beginSignUp(page)
	await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
	await expect(page).toHaveURL('/terms')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
	await page.goto('/about')
	await ready(page)
	expect(sent).toHaveLength(3)
	await page.goto('/privacy')
	await page.getByRole('button', { name: 'Count my visits' }).click()
	await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
	await expect.poll(() => sent.map(({ body }) => body)).toHaveLength(4)
	await beginSignUp(page)
	await page.getByLabel('Email').fill('not.sent@student.test')
	await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
	await expect
		.poll(() => sent.slice(4).map(({ body }) => body))
		.toEqual(['/auth', '/auth/sign-up-begun', '/privacy'])
	expect(await page.context().cookies()).toEqual([])
})

test('Google receives nothing without consent, refusing is as easy as agreeing, and the browser contacts no other site', async ({
	page,
}) => {
	const google = await collector()
	// Starting another shop takes long on a busy machine.
	test.slow()
	const own = await startShopProcess({
		PAGE_VIEWS: 'google',
		GA_URL: google.url,
		GA_MEASUREMENT_ID: 'G-TEST1',
		GA_API_SECRET: 'secret',
	})
	const elsewhere: string[] = []
	page.on('request', (request) => {
		if (!request.url().startsWith(own.url)) elsewhere.push(request.url())
	})
	try {
		await page.goto(own.url)
		const banner = page.getByRole('region', { name: 'Counting page views' })
		const [no, yes] = [
			banner.getByRole('button', { name: /^No/ }),
			banner.getByRole('button', { name: /^Yes/ }),
		]
		await expect(no).toBeVisible()
		const [noBox, yesBox] = [await no.boundingBox(), await yes.boundingBox()]
		expect(noBox?.height).toBe(yesBox?.height)
		await no.click()
		await expect(banner).toHaveCount(0)
		await page.goto(`${own.url}/free`)
		await ready(page)
		await expect(banner).toHaveCount(0)
		expect(google.bodies).toEqual([])

		await page.goto(`${own.url}/privacy`)
		await page.getByRole('button', { name: 'Count my visits' }).click()
		await page.goto(`${own.url}/about?secret=SECRET`)
		await expect.poll(() => google.bodies.length).toBe(1)
		expect(google.bodies[0]).toContain(`"page_location":"${own.url}/about"`)
		expect(google.bodies[0]).not.toMatch(/SECRET|HeadlessChrome/)
		expect(elsewhere).toEqual([])
	} finally {
		await own.dispose()
		google.close()
	}
})
