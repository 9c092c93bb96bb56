import type { Page } from '@playwright/test'
import { isFull, partners } from './combine.ts'
import { expect, onlyPhone, test } from './journey.ts'
import { mostMovement } from './layout-shift.ts'
import { confirmationLink, mailTo, makePerson } from './people.ts'
import { card, ready, toast } from './sign-in.ts'
import { fillSignUp } from './toasts/account-steps.ts'

// One after another: Chromium slows a processor down by keeping it busy, and four such phones leave nothing to the shops.
test.describe.configure({ mode: 'default' })

/** Records in the tab what `main` has shown, line by line, and how far anything has moved, in every document of the shop. */
async function watchScreen(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const shown: string[] = JSON.parse(sessionStorage.getItem('test-shown') ?? '[]')
		new PerformanceObserver((list) => {
			let shift = Number(sessionStorage.getItem('test-shift') ?? 0)
			for (const entry of list.getEntries())
				if (Reflect.get(entry, 'hadRecentInput') === false) shift += Number(Reflect.get(entry, 'value'))
			sessionStorage.setItem('test-shift', String(shift))
		}).observe({ type: 'layout-shift', buffered: true })
		const look = () => {
			// biome-ignore lint/performance/useDomNodeTextContent: only what is displayed counts
			const text = document.querySelector('main')?.innerText.trim().split(/\n+/).slice(0, 2).join(' ') ?? ''
			if (text !== '' && text !== shown.at(-1)) shown.push(text)
			sessionStorage.setItem('test-shown', JSON.stringify(shown))
			requestAnimationFrame(look)
		}
		requestAnimationFrame(look)
	})
}

/** Slows the phone down: everything that follows comes late, but in the same order. `npm test` slows only its network down. */
async function slowDown(page: Page): Promise<void> {
	const phone = await page.context().newCDPSession(page)
	if (isFull) await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 })
	await phone.send('Network.enable')
	await phone.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: 150,
		downloadThroughput: 200_000,
		uploadThroughput: 90_000,
	})
}

async function forgetScreen(page: Page): Promise<void> {
	await page.evaluate(() => {
		sessionStorage.removeItem('test-shown')
		sessionStorage.removeItem('test-shift')
	})
}

/** Returns what has been recorded. Two frames later, so that it includes what the page shows now. */
async function screenOf(page: Page): Promise<{ shown: string[]; shift: number }> {
	return await page.evaluate(async () => {
		await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
		return {
			shown: JSON.parse(sessionStorage.getItem('test-shown') ?? '[]'),
			shift: Number(sessionStorage.getItem('test-shift') ?? 0),
		}
	})
}

/** Chooses an account at Google and goes back to the shop, on a slow phone. */
async function returnFromGoogle(page: Page, email: string): Promise<void> {
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
	await page.getByLabel('Email', { exact: true }).fill(email)
	await page.getByLabel('Name').fill('Ines Duarte')
	await slowDown(page)
	await page.getByRole('button', { name: 'Continue', exact: true }).last().click()
}

const begun = [
	{
		what: 'a free guide',
		from: '/auth?redirect=/get/student-guide',
		button: '/products/student-guide',
		next: 'Student Guide is next.',
		ends: 'Student Guide is yours',
	},
	{ what: 'nothing', from: '/auth', next: undefined, ends: 'Maximise your student life' },
	{ what: 'reading', from: '/auth?redirect=/read/cv-secrets', next: 'CV Secrets is next.', ends: undefined },
	{ what: 'a page to return to', from: '/auth?redirect=/refunds', next: undefined, ends: 'Refunds' },
]

for (const { what, from, button, next, ends } of begun) {
	test(
		`back from Google after ${what}, the first thing painted is where the visitor is going`,
		onlyPhone,
		async ({ page, person, allow }) => {
			test.slow()
			// A visitor who doesn't have the guide is refused it, perhaps before the journey ends.
			if (what === 'reading') allow(/status of 400/)
			await watchScreen(page)
			await page.goto(button ?? from)
			await ready(page)
			if (button !== undefined)
				await page.getByRole('button', { name: 'Get Free PDF' }).filter({ visible: true }).first().click()
			await forgetScreen(page)
			await returnFromGoogle(page, `slow.${person.email}`)
			await expect(page.locator('html')).toHaveAttribute('data-session', 'in', { timeout: 60_000 })
			if (ends !== undefined)
				await expect(page.getByRole('heading', { level: 1 })).toContainText(ends, { timeout: 60_000 })
			const { shown, shift } = await screenOf(page)
			const back = shown.slice(shown.findIndex((text) => text.startsWith('Signing you in')))
			expect(back.slice(0, 2)).toContain(next === undefined ? 'Signing you in' : `Signing you in ${next}`)
			// The home page is shown only to those who go there, and only once they are signed in.
			expect(shown.filter((text) => text.startsWith('Maximise')).length).toBe(what === 'nothing' ? 1 : 0)
			expect(shift).toBeLessThanOrEqual(mostMovement)
			await expect(toast(page, 'Welcome back!')).toHaveCount(0)
		},
	)
}

test(
	'back from Google without an account, the first thing painted is that signing in follows',
	onlyPhone,
	async ({ page }) => {
		test.slow()
		await watchScreen(page)
		await page.goto('/products/student-guide')
		await ready(page)
		await page.getByRole('button', { name: 'Get Free PDF' }).filter({ visible: true }).first().click()
		await page.getByRole('button', { name: 'Continue with Google' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
		// A page that is still open could record something after that.
		await page.goto('/robots.txt')
		await forgetScreen(page)
		await slowDown(page)
		await page.goto('/?error=access_denied&error_description=x')
		await expect(page).toHaveURL('/auth?redirect=%2Fget%2Fstudent-guide', { timeout: 60_000 })
		await expect(page.getByRole('region', { name: 'The guide you chose' })).toBeVisible()
		const { shown, shift } = await screenOf(page)
		expect(shown).toContain('Back to signing in Student Guide is waiting.')
		expect(shown.filter((text) => text.startsWith('Maximise'))).toEqual([])
		expect(shift).toBeLessThanOrEqual(mostMovement)
	},
)

test(
	'after an emailed link nothing moves until the free guide is there, and one message says so',
	onlyPhone,
	async ({ page, shop }) => {
		test.slow()
		const person = makePerson()
		await watchScreen(page)
		await page.goto('/products/student-guide')
		await ready(page)
		await page.getByRole('button', { name: 'Get Free PDF' }).filter({ visible: true }).first().click()
		await fillSignUp(page, person)
		const link = confirmationLink(await mailTo(shop, person.email, /confirm/i))
		// A page that is still open could record something after that.
		await page.goto('/robots.txt')
		await forgetScreen(page)
		await slowDown(page)
		await page.goto(link)
		await page.getByRole('button', { name: 'Confirm my email' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Student Guide is yours', {
			timeout: 60_000,
		})
		const { shown, shift } = await screenOf(page)
		// Neither the guide with its button nor anything else comes in between.
		expect(shown.slice(-2)[0]).toContain('Fetching Student Guide')
		expect(
			shown.filter((text) => text.startsWith('Student Guide ') && !/^Student Guide Free|is yours/.test(text)),
		).toEqual([])
		expect(shift).toBeLessThanOrEqual(mostMovement)
		await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
	},
)

/** Buys on the page, cancels at the checkout, and waits for the message. */
async function cancelFrom(page: Page, buy: () => Promise<void>): Promise<void> {
	await buy()
	await page.waitForURL(/\/checkout\/cs_/)
	await page.getByRole('link', { name: /^Cancel and go back/ }).click()
	await expect(toast(page, 'Nothing was charged')).toBeVisible()
}

test('cancelling at the checkout leads back to where Buy was pressed', async ({ page, signedInMember }) => {
	test.slow()
	await signedInMember()
	const buyCv = () =>
		card(page, 'CV Secrets No One Tells You').getByRole('button', { name: 'Buy for £14.99' }).click()
	for (const path of partners(['/', '/premium', '/career', '/categories/career', '/?q=secrets'], 0, 2)) {
		await page.goto(path)
		await ready(page)
		await card(page, 'CV Secrets No One Tells You').scrollIntoViewIfNeeded()
		await cancelFrom(page, buyCv)
		await expect(page).toHaveURL(path)
		await expect(card(page, 'CV Secrets No One Tells You')).toBeInViewport()
	}
	for (const path of ['/products/cv-secrets', '/get/cv-secrets']) {
		await page.goto(path)
		await ready(page)
		await cancelFrom(page, () => page.getByRole('button', { name: 'Buy Now' }).click())
		await expect(page).toHaveURL(path)
		await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled()
	}
})

test('after signing in on the way, cancelling leads back to where Buy was pressed first', async ({
	page,
	person,
}) => {
	await page.goto('/products/cv-secrets')
	await ready(page)
	await page.getByRole('button', { name: 'Buy Now' }).click()
	await page.getByRole('button', { name: 'Continue with Google' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
	await page.getByLabel('Email', { exact: true }).fill(`cancels.${person.email}`)
	await page.getByLabel('Name').fill('Ines Duarte')
	await cancelFrom(page, () => page.getByRole('button', { name: 'Continue', exact: true }).last().click())
	await expect(page).toHaveURL('/products/cv-secrets')
})

test('an address from outside chooses neither where a visitor goes nor what they are told', async ({
	page,
}) => {
	const outside = '/premium?checkout=cancelled&product='
	for (const address of [
		`${outside}2&address=//evil.example`,
		`${outside}//evil.example`,
		`/premium?address=//evil.example&checkout=cancelled&product=2`,
	]) {
		await page.goto(address)
		await expect(toast(page, 'Nothing was charged')).toBeVisible()
		await expect(page).toHaveURL(/\/premium(#product-2)?$/)
	}
	// Not even a record that someone else has tampered with leads to another site.
	for (const bad of ['//evil.example', 'https://evil.example/', 'javascript:alert(1)']) {
		await page.evaluate(
			(address) =>
				sessionStorage.setItem('headstart-bought-at', JSON.stringify({ id: '2', address, state: null })),
			bad,
		)
		await page.goto(`${outside}2`)
		await expect(page).toHaveURL(/\/premium#product-2$/)
	}
})
