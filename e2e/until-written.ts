import { expect } from './journey.ts'
import type { Shop } from './start-shops.ts'

/**
 * Waits until a page contains the text, and returns the page. The server needs up to ten seconds after a change to write it into
 * its pages. Does not use a browser, because opening a page there costs a hundred times as much.
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
