import type { ShopProcess } from '../e2e/shop-process.ts'

/** The key that a page tells its browser. */
export async function publishableKeyOf({ url }: Pick<ShopProcess, 'url'>): Promise<string> {
	const page = await (await fetch(url)).text()
	return /<meta name="publishable-key" content="([^"]+)"/.exec(page)?.[1] ?? ''
}
