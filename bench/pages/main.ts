import { startShopProcess } from '../../e2e/shop-process.ts'
import { startBare } from '../bare-process.ts'
import { openLighthouse, type PageScore } from './lighthouse.ts'

// `npm run bench:pages`: what Lighthouse says of every page that search engines may show, on its simulated slow phone, next
// to a bare static page in the same run. Exit status 1 where a figure is not held.

const largestPaintLimit = 1.2
const barePage =
	'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title></head><body><main><h1>A bare page</h1><p>Nothing but these words.</p></main></body></html>'

const shop = await startShopProcess({ LOG_LEVEL: 'warn' })
const bare = await startBare({
	kind: 'bytes',
	body: Buffer.from(barePage).toString('base64'),
	headers: { 'content-type': 'text/html; charset=utf-8' },
})
const lighthouse = await openLighthouse()
const rows: { page: string; score: PageScore }[] = []
try {
	rows.push({ page: '(a bare static page)', score: await lighthouse.score(bare.url) })
	for (const path of await indexedPaths(shop.url))
		rows.push({ page: path, score: await lighthouse.score(`${shop.url}${path}`) })
} finally {
	await lighthouse.close()
	bare.stop()
	await shop.dispose()
}

console.table(
	rows.map(({ page, score }) => ({
		page,
		'speed, access, practices, search': score.scores.join(' '),
		'largest paint s': score.largestPaintSeconds.toFixed(2),
		'layout shift': score.layoutShift.toFixed(3),
		'blocked ms': Math.round(score.blockedMs),
		'not whole': score.faults.join(', '),
	})),
)
const held = rows.slice(1).every(({ score }) => isHeld(score))
console.log(held ? 'All pages hold.' : 'Some pages do not hold.')
process.exit(held ? 0 : 1)

function isHeld({ scores, largestPaintSeconds, layoutShift }: PageScore): boolean {
	return (
		scores.every((score) => score === 100) && largestPaintSeconds <= largestPaintLimit && layoutShift === 0
	)
}

/** The pages of the sitemap: those that say they want to be found. */
async function indexedPaths(origin: string): Promise<string[]> {
	const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
	const paths = Array.from(
		sitemap.matchAll(/<loc>([^<]+)<\/loc>/g),
		([, address = '']) => new URL(address).pathname,
	)
	if (paths.length === 0) throw new Error('the sitemap names no page')
	return paths
}
