import type { Page } from '@playwright/test'
import { expect } from '../journey.ts'
import { clientOf, makePerson, type Person } from '../people.ts'
import { fillSignIn, ready } from '../sign-in.ts'
import type { Shop } from '../start-shops.ts'
import type { Scene } from './row.ts'

export const unexpected = 'An unexpected error occurred. Please try again.'

export async function fillSignUp(page: Page, { name, email, password }: Person): Promise<void> {
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	const form = page.getByRole('tabpanel')
	await form.getByLabel('Display name').fill(name)
	await form.getByLabel('Email').fill(email)
	await form.getByLabel('Password', { exact: true }).fill(password)
	await form.getByRole('button', { name: 'Sign Up' }).click()
}

export async function signsInAfterAll({ page, member }: Scene): Promise<void> {
	await fillSignIn(page, member())
	await expect(page).toHaveURL('/')
}

export async function unconfirmed(shop: Pick<Shop, 'url'>): Promise<Person> {
	const person = { ...makePerson(), email: `una.${Date.now()}@student.test` }
	const { error } = await (await clientOf(shop)).auth.signUp(person)
	if (error !== null) throw error
	return person
}

/** Signs in with an unconfirmed address, runs `meanwhile`, and then requests the confirmation email again. */
export async function askAgain(
	{ page }: Scene,
	shop: Shop,
	meanwhile: (email: string) => Promise<void> = async () => {},
): Promise<void> {
	const person = await unconfirmed(shop)
	await page.goto(`${shop.url}/auth`)
	await fillSignIn(page, person)
	const button = page.getByRole('button', { name: 'Send the email again' })
	await expect(button).toBeEnabled()
	await meanwhile(person.email)
	await button.click()
}

export async function signOut(scene: Scene, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
	const { page } = scene
	await scene.arrive('/about')
	await ready(page)
	const button = page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true })
	if ((await button.count()) === 0) await page.locator('header summary').filter({ visible: true }).click()
	await expect(button).toBeVisible()
	await meanwhile()
	await button.click()
}

/** Makes requests to an address fail. A real failure would stop the whole shop. */
export async function breakService(page: Page, address: string, status: number): Promise<void> {
	await page.route(address, (route) =>
		route.fulfill({ status, headers: { 'x-request-id': `made-up-${status}` }, json: { message: 'broken' } }),
	)
}

export async function callAuth(
	{ url }: Shop,
	operation: 'verify' | 'resend',
	{ headers, body }: { headers: Record<string, string>; body: object },
): Promise<void> {
	const key =
		/<meta name="publishable-key" content="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? ''
	await fetch(`${url}/auth/v1/${operation}`, {
		method: 'POST',
		headers: { ...headers, apikey: key, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
}
