import { expect } from './journey.ts'
import type { Shop } from './start-shops.ts'

/**
 * Waits until the server has written this into a page, which takes up to ten seconds after a change, and returns the page. Asks
 * without a browser: opening a page there costs a hundred times as much.
 */
export async function untilWritten(
	shop: Pick<Shop, 'url'>,
	path: string,
	text: string | RegExp,
): Promise<string> {
	let page = ''
	await expect
		.poll(
			async () => {
				page = await (await fetch(shop.url + path)).text()
				return page
			},
			{ timeout: 60_000 },
		)
		.toMatch(text)
	return page
}
