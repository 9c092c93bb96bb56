import { startShopProcess } from '../../../e2e/shop-process.ts'
import { startBare } from '../bare-process.ts'
import { untilQuiet } from '../processor-time.ts'
import { type PageScore, scorePage } from './lighthouse.ts'

// `npm run bench:pages` measures the Lighthouse scores of every page in the sitemap on a simulated slow phone, and compares them
// with those of a bare static page. Exits with 1 if a target is missed. `npm run bench:pages -- /free /auth` measures only the
// named pages, which need not be in the sitemap.

/** In seconds. */
const largestPaintLimit = 0.85
/**
 * On a first visit the fonts replace the fallback fonts, so a line may break at another word. Lighthouse gives full marks below
 * 0.04.
 */
const layoutShiftLimit = 0.02
/** How much longer scripts may block a page than they block the bare page, in milliseconds. */
const blockingLimit = 50
const barePage =
	'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title></head><body><main><h1>A bare page</h1><p>Only these words.</p></main></body></html>'

const shop = await startShopProcess({ LOG_LEVEL: 'warn' })
const bare = await startBare({
	kind: 'bytes',
	body: Buffer.from(barePage).toString('base64'),
	headers: { 'content-type': 'text/html; charset=utf-8' },
})
// After its start, the server compresses pages. That slows the browser down, so the first page's scripts would seem to take longer.
await untilQuiet({ server: shop.pid() ?? 0 })
const rows: { page: string; score: PageScore }[] = []
try {
	rows.push({ page: '(a bare static page)', score: await scorePage(bare.url) })
	const named = process.argv.slice(2)
	for (const path of named.length > 0 ? named : await indexedPaths(shop.url))
		rows.push({ page: path, score: await scorePage(`${shop.url}${path}`) })
} finally {
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
		'failed audits': score.failedAudits.join(', '),
	})),
)
const [bareScore, ...scores] = rows.map(({ score }) => score)
const allMet = scores.every((score) => isMet(score, bareScore?.blockedMs ?? 0))
console.log(allMet ? 'All pages meet their targets.' : 'Some pages miss their targets.')
process.exit(allMet ? 0 : 1)

function isMet(
	{ scores, largestPaintSeconds, layoutShift, blockedMs }: PageScore,
	bareBlockedMs: number,
): boolean {
	return (
		scores.every((score) => score === 100) &&
		largestPaintSeconds <= largestPaintLimit &&
		layoutShift <= layoutShiftLimit &&
		blockedMs <= bareBlockedMs + blockingLimit
	)
}

async function indexedPaths(origin: string): Promise<string[]> {
	const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
	const paths = Array.from(
		sitemap.matchAll(/<loc>([^<]+)<\/loc>/g),
		([, address = '']) => new URL(address).pathname,
	)
	if (paths.length === 0) throw new Error('the sitemap has no pages')
	return paths
}
