import type { Page } from '@playwright/test'
import { expect } from '../journey.ts'
import type { Member } from '../people.ts'
import type { ShopProcess } from '../shop-process.ts'
import { ready } from '../sign-in.ts'

/** What a row has at hand. */
export interface Scene {
	page: Page
	shop: ShopProcess
	newMember: () => Promise<Member>
	/** A shop whose limits are spent at the second try, with this browser counted as an address nobody else comes from. */
	narrow: () => Promise<NarrowScene>
	/** Kept from `cause` for `goOn`. */
	member: () => Member
	/** Signs somebody new in without the form and opens the path. */
	arrive: (path: string, shop?: ShopProcess) => Promise<Member>
}

export interface NarrowScene {
	shop: ShopProcess
	/** Headers by which a call of ours counts as this browser's. */
	headers: Record<string, string>
}

/** One toast, the situation that brings it about, and how the visitor goes on from there. */
export interface ToastRow {
	/** The first line, word for word. */
	says: string
	/** The second line, word for word, where there is one. */
	adds?: string | RegExp
	kind: 'success' | 'error' | 'info'
	/** Whether it quotes the reference of the refused call: where the server said no, or broke. */
	quotes?: 'reference'
	/** The situation: with `says` the test's name. */
	when: string
	/** What the browser itself writes to its console about it. */
	console?: RegExp
	cause: (scene: Scene) => Promise<void>
	goOn: (scene: Scene) => Promise<void>
}

export const offlineWords = 'Headstart could not be reached. Check your connection and try again.'
export const offlineConsole = /ERR_INTERNET_DISCONNECTED|fetching the script|^failed: /

/** Cuts the connection, once what shows messages has been fetched, as it is for whoever has moved or pressed anything. */
export async function goOffline(page: Page): Promise<void> {
	await ready(page)
	await page.mouse.move(5, 5)
	await page.mouse.move(9, 9)
	await expect
		.poll(() =>
			page.evaluate(() =>
				performance.getEntriesByType('resource').some(({ name }) => /toaster-[^/]+\.css$/.test(name)),
			),
		)
		.toBe(true)
	await page.waitForLoadState('networkidle')
	await page.context().setOffline(true)
}
