import { bundleIn } from './bundle-id.ts'
import { categories, menuCategories } from './categories.ts'
import { codePattern } from './discount.ts'
import {
	articlePattern,
	codeIn,
	isProductPath,
	isWaitingPath,
	plannerDemoPath,
	shortPaths,
	slugIn,
	withCode,
} from './paths.ts'

/**
 * The pages that an emailed link, or a redirect after signing in, may lead to, apart from those about one product. A route test keeps
 * the list complete.
 */
const redirectPaths: ReadonlySet<string> = new Set([
	'/',
	'/about',
	'/free',
	'/premium',
	'/articles',
	'/contact',
	'/privacy',
	'/terms',
	'/refunds',
	'/accessibility',
	'/account',
	'/account/guides',
	'/account/refund',
	plannerDemoPath,
	...shortPaths,
	...menuCategories.flatMap((name) => [`/${name.toLowerCase()}`, `/${name}`]),
	...categories.map((name) => `/categories/${name.toLowerCase()}`),
])

/** Returns what the fragment of a redirect to this page may name: one receipt, or the offer of one bundle. */
function fragmentsOf(path: string): RegExp | undefined {
	if (path === '/account/guides') return /^receipt-HS-\d{6,12}$/
	return path === '/premium' || isProductPath(path) ? /^bundle-[0-9a-f]{8}$/ : undefined
}

const checkoutSessionIdPattern = /^[A-Za-z0-9_-]{1,255}$/

/**
 * Returns a safe path for a redirect target that anyone could have written. The result is a page of this site from a fixed list, or
 * one that a product may have: neither the list of products nor a request is needed, so that it works everywhere. Drops everything
 * else in the candidate (host, query but for the discount code of a guide or a bundle, unknown fragment), and returns `/` for an unknown path. Accepts
 * `/payment-success` only with its Checkout Session id, from `checkoutSessionId` or from the candidate's query.
 */
export function safeRedirect(
	candidate: string | null | undefined,
	checkoutSessionId?: string | null,
): string {
	if (typeof candidate !== 'string' || candidate.length > 1024) return '/'
	const path = /^[^?#]*/.exec(candidate)?.[0] ?? ''
	if (path === '/payment-success') {
		const id = checkoutSessionId ?? new URLSearchParams(candidate.slice(path.length)).get('session_id')
		return id !== null && checkoutSessionIdPattern.test(id) ? paymentSuccessPath(id) : '/'
	}
	if (!redirectPaths.has(path) && slugIn(path) === null && !articlePattern.test(path)) return '/'
	const fragment = /#(.*)$/s.exec(candidate)?.[1] ?? ''
	const page = fragmentsOf(path)?.test(fragment) ? `${path}#${fragment}` : path
	const takesCode = isProductPath(path) || isWaitingPath(path) || bundleIn(page) !== null
	const code = takesCode ? codeIn(candidate) : null
	return withCode(page, code !== null && codePattern.test(code) ? code : null)
}

function paymentSuccessPath(checkoutSessionId: string): string {
	return `/payment-success?session_id=${encodeURIComponent(checkoutSessionId)}`
}
