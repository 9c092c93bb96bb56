import type { Page } from '@playwright/test'
import { expect } from '../journey.ts'
import type { Member } from '../people.ts'
import { ready } from '../sign-in.ts'
import type { Shop } from '../start-shops.ts'

/** What the functions of a row can use. */
export interface Scene {
	page: Page
	shop: Shop
	newMember: () => Promise<Member>
	/**
	 * Switches to a shop with rate limits that refuse the second attempt, and gives this browser an IP address that no other test
	 * uses.
	 */
	useStrictShop: () => Promise<StrictScene>
	/** Returns the member that `arrive` created. */
	member: () => Member
	/** Creates a member, signs them in without the form and opens the path. */
	arrive: (path: string, shop?: Shop) => Promise<Member>
}

interface StrictScene {
	shop: Shop
	/** Headers that make a request count as this browser's. */
	headers: Record<string, string>
}

/** One toast, the situation that causes it, and how the visitor continues afterwards. */
export interface ToastRow {
	/** The title, word for word. */
	says: string
	/** The second line, word for word, if there is one. */
	adds?: string | RegExp
	kind: 'success' | 'error' | 'info'
	/** Set if the toast quotes the reference of a request that the server refused or failed. */
	quotes?: 'reference'
	/** The situation. Together with `says` it is the test's name. */
	when: string
	/** Errors that the browser itself logs in this situation. */
	console?: RegExp
	/** Whether the row uses the shop with strict limits. */
	strictShop?: true
	/** Whether the row changes its page in a way that cannot be undone, so that no other row may use it. */
	ownPage?: true
	cause: (scene: Scene) => Promise<void>
	afterwards: (scene: Scene) => Promise<void>
}

export const offlineWords = 'The shop couldn’t be reached. Check your connection and try again.'
export const offlineConsole = /ERR_INTERNET_DISCONNECTED|fetching the script|^failed: /

/**
 * Moves the pointer, which loads the toaster, waits until it is loaded and then goes offline. Also waits for the other scripts that the
 * page loads ahead of a press.
 */
export async function goOffline(page: Page, ...scripts: string[]): Promise<void> {
	await ready(page)
	await page.mouse.move(5, 5)
	await page.mouse.move(9, 9)
	for (const file of ['/toaster-[^/]+\\.css$', ...scripts.map((script) => `/${script}-[^/]+\\.js$`)]) {
		const isLoaded = (pattern: string) =>
			performance.getEntriesByType('resource').some(({ name }) => new RegExp(pattern).test(name))
		await expect.poll(() => page.evaluate(isLoaded, file), file).toBe(true)
	}
	await page.waitForLoadState('networkidle')
	await page.context().setOffline(true)
}
