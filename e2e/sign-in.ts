import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import type { Person } from './people.ts'

/** Signs in as a person would, through the form, and waits until the header says so. */
export async function signIn(page: Page, person: Person): Promise<void> {
	await page.goto('/auth')
	await page.getByRole('tab', { name: 'Sign In' }).click()
	await fillSignIn(page, person)
	await expect(toast(page, 'Welcome back!')).toBeVisible()
	await expect(page).toHaveURL('/')
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

/** A toast with this text. */
export function toast(page: Page, text: string) {
	return page.locator('[data-sonner-toast]').filter({ hasText: text })
}

/** The resource grid's card of a product. */
export function card(page: Page, title: string) {
	return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
}
