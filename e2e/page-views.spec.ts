import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { ready } from './sign-in.ts'

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

test('a page that the browser renders ahead is counted only once it is opened', async ({ page }) => {
	const sent: (string | null)[] = []
	page.context().on('request', (request) => {
		if (request.url().endsWith('/page-views')) sent.push(request.postData())
	})
	// As in a page that is being prerendered, until the visitor opens it.
	await page.addInitScript(() => {
		const isAhead = location.pathname === '/about'
		Object.defineProperty(document, 'prerendering', { configurable: true, get: () => isAhead })
	})
	await page.goto('/about')
	await ready(page)
	await page.waitForTimeout(500)
	expect(sent).toEqual([])
	await page.evaluate(() => {
		Object.defineProperty(document, 'prerendering', { get: () => false })
		document.dispatchEvent(new Event('prerenderingchange'))
		document.dispatchEvent(new Event('prerenderingchange'))
	})
	await expect.poll(() => sent).toEqual(['/about'])
	await page.goto('/free')
	await expect.poll(() => sent).toEqual(['/about', '/free'])
})
