import { expect, type Page } from '@playwright/test'
import type { Member, Person } from './people.ts'
import type { Shop } from './start-shops.ts'

/** Signs in through the form and waits until the home page welcomes the user. */
export async function signIn(page: Page, person: Person): Promise<void> {
	await page.goto('/auth')
	await page.getByRole('tab', { name: 'Sign In' }).click()
	await fillSignIn(page, person)
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	await expect(page).toHaveURL('/')
}

/** Stores a session where the pages expect it, as if the user had signed in before. No page is open afterwards. */
export async function comeBackAs(page: Page, shop: Pick<Shop, 'url'>, { session }: Member): Promise<void> {
	await page.goto(`${shop.url}/robots.txt`)
	await page.evaluate((stored) => localStorage.setItem('headstart-session', stored), JSON.stringify(session))
}

/** Removes the session from the browser. No page of the shop is open afterwards, so none reacts. */
export async function forgetSession(page: Page): Promise<void> {
	await page.goto('/robots.txt')
	await page.evaluate(() => localStorage.clear())
}

/** Waits until the page is hydrated. */
export async function ready(page: Page): Promise<void> {
	await expect(page.locator('html')).toHaveAttribute('data-ready', '')
}

export async function fillSignIn(
	page: Page,
	{ email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
	const form = page.getByRole('tabpanel')
	await form.getByLabel('Email').fill(email)
	await form.getByLabel('Password', { exact: true }).fill(password)
	await form.getByRole('button', { name: 'Sign In' }).click()
}

/** Opens the first preview on the home page, and returns its dialog. */
export async function openFirstPreview(page: Page) {
	await page.goto('/')
	await ready(page)
	await page
		.getByRole('button', { name: /^Preview/ })
		.first()
		.click()
	return page.getByRole('dialog')
}

/** Finds a toast with this text. */
export function toast(page: Page, text: string) {
	return page.locator('[data-sonner-toast]').filter({ hasText: text })
}

/** Finds the card of a product in the grid. */
export function card(page: Page, title: string) {
	return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
}
