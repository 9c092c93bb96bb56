import type { Page } from '@playwright/test'
import { partners } from './combine.ts'
import { expect, onlyLaptop, onlyPhone, test } from './journey.ts'
import { fillCard } from './purchases.ts'
import { card, fillSignIn, ready, toast } from './sign-in.ts'

type Denied = 'localStorage' | 'sessionStorage' | 'indexedDB' | 'caches' | 'cookies'

/** Denies kinds of site data to every page, as browsers do: even reading the property throws. */
async function deny(page: Page, kinds: readonly Denied[]): Promise<void> {
	await page.addInitScript((names) => {
		const refuse = {
			get() {
				throw new DOMException('Access is denied for this document.', 'SecurityError')
			},
		}
		for (const name of names) {
			if (name !== 'cookies') Object.defineProperty(window, name, refuse)
			else {
				Object.defineProperty(Document.prototype, 'cookie', refuse)
				Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })
			}
		}
	}, kinds)
}

/**
 * React Router's script in the page, which restores how far it was scrolled, reports that it may not read that, and throws when it
 * then wants to remove it. Where session storage is denied, every page reports these two errors, and nothing else.
 */
const scrollPositions = /^(console: SecurityError|exception): Access is denied for this document\.( \(.+\))?$/

const cv = 'CV Secrets No One Tells You'

const browsers: { kinds: Denied[]; isKept: boolean }[] = [
	{ kinds: ['localStorage'], isKept: true },
	{ kinds: ['sessionStorage'], isKept: true },
	{ kinds: ['indexedDB', 'caches', 'cookies'], isKept: true },
	{ kinds: ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookies'], isKept: false },
]

for (const { kinds, isKept } of partners(browsers, 0, 2)) {
	test(
		`without ${kinds.join(', ')} a visitor signs in and buys`,
		onlyLaptop,
		async ({ page, newMember, shop, allow }) => {
			if (kinds.includes('sessionStorage')) allow(scrollPositions)
			const member = await newMember()
			await deny(page, kinds)
			await page.goto('/')
			await ready(page)
			await card(page, cv).getByRole('button', { name: 'Buy for £14.99' }).click()
			await expect(page).toHaveURL('/auth?redirect=/get/cv-secrets&tab=sign-up')
			const forgetful = page.getByText('Your browser blocks cookies and site data for this site')
			await expect(forgetful).toHaveCount(isKept ? 0 : 1)
			await page.getByRole('tab', { name: 'Sign In' }).click()
			await fillSignIn(page, member)
			// The checkout opens by itself.
			await page.waitForURL(/\/checkout\/cs_/)
			await fillCard(page, '4242 4242 4242 4242')
			await page.getByRole('button', { name: /^Pay/ }).click()
			if (!isKept) {
				await expect(page).toHaveURL(/\/auth\?redirect=\/payment-success&session_id=cs_/)
				await page.getByRole('tab', { name: 'Sign In' }).click()
				await fillSignIn(page, member)
			}
			await expect(page.getByText('Payment Successful!')).toBeVisible()
			await expect(page).toHaveURL('/')
			await expect(card(page, cv)).toContainText('Acquired')
			expect(shop.url).toBe(new URL(page.url()).origin)
		},
	)
}

test(
	'without any site data a visitor takes a free guide, and signs out',
	onlyLaptop,
	async ({ page, newMember, allow }) => {
		allow(scrollPositions)
		const member = await newMember()
		await deny(page, ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookies'])
		await page.goto('/products/student-guide')
		await ready(page)
		await page
			.getByRole('button', { name: /Free|Get/ })
			.filter({ visible: true })
			.first()
			.click()
		await expect(page).toHaveURL(/\/auth\?redirect=\/get\/student-guide/)
		await page.getByRole('tab', { name: 'Sign In' }).click()
		await fillSignIn(page, member)
		await expect(page.getByRole('heading', { name: 'Student Guide is yours' })).toBeVisible()
		await page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).first().click()
		await expect(page.locator('html')).not.toHaveAttribute('data-session', 'in')
	},
)

test(
	'without cookies or site data a visitor is told what Google needs',
	onlyLaptop,
	async ({ page, allow }) => {
		allow(scrollPositions)
		for (const kinds of [['cookies'], ['localStorage', 'sessionStorage']] as const) {
			const other = await page.context().newPage()
			await deny(other, kinds)
			await other.goto('/auth')
			await ready(other)
			await other.getByRole('button', { name: 'Continue with Google' }).click()
			await expect(toast(other, 'Error')).toContainText('without which Google can’t sign you in here')
			await expect(other).toHaveURL('/auth')
			await other.close()
		}
	},
)

test.describe('inside Instagram', () => {
	test.use({
		userAgent:
			'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 361.0.0.35.82',
	})
	test('Google comes last, under how to open the page in a browser', onlyPhone, async ({ page }) => {
		await page.goto('/auth')
		await ready(page)
		const google = page.getByRole('button', { name: 'Continue with Google' })
		const hint = page.getByText('open this page in your browser')
		await expect(hint).toBeVisible()
		const heightOf = async (part: typeof google) => (await part.boundingBox())?.y ?? 0
		const signIn = page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' })
		expect(await heightOf(hint)).toBeGreaterThan(await heightOf(signIn))
		expect(await heightOf(google)).toBeGreaterThan(await heightOf(hint))
		await expect(google).toHaveCount(1)
	})
})

test('in a browser Google comes first', onlyPhone, async ({ page }) => {
	await page.goto('/auth')
	await ready(page)
	await expect(page.getByText('open this page in your browser')).toHaveCount(0)
	const [google, signIn] = [
		page.getByRole('button', { name: 'Continue with Google' }),
		page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' }),
	]
	expect((await google.boundingBox())?.y ?? 9_999).toBeLessThan((await signIn.boundingBox())?.y ?? 0)
})
