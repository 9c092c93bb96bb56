import { shelf } from '#catalogue/shelf.ts'
import { productPath, readPath, waitingPath } from './paths.ts'
import { capitalised } from './wording.ts'

const categories = ['career', 'finance', 'money', 'academic']
const productPages = shelf
	.flatMap((product) => [productPath(product), product.shortPath])
	.filter((path) => path !== undefined)

/** The pages that an emailed link, or a redirect after signing in, may lead to. A route test keeps the list complete. */
const redirectPaths: ReadonlySet<string> = new Set([
	'/',
	'/about',
	'/free',
	'/premium',
	'/contact',
	'/privacy',
	'/terms',
	'/refunds',
	'/account',
	'/account/guides',
	...productPages,
	...shelf.flatMap((product) => [waitingPath(product), readPath(product)]),
	...categories.flatMap((name) => [`/${name}`, `/${capitalised(name)}`]),
	...[...categories, 'business'].map((name) => `/categories/${name}`),
])

/** What the fragment of a redirect may name, by page: one receipt, or the offer of one bundle. */
const redirectFragments: ReadonlyMap<string, RegExp> = new Map([
	['/account/guides', /^receipt-HS-\d{6,12}$/],
	...['/premium', ...productPages].map((path) => [path, /^bundle-[0-9a-f]{8}$/] as const),
])

const checkoutSessionIdPattern = /^[A-Za-z0-9_-]{1,255}$/

/**
 * Returns a safe path for a redirect target that anyone could have written. The result is a page of this site from a fixed list.
 * Drops everything else in the candidate (host, query, unknown fragment), and returns `/` for an unknown path. Accepts
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
	if (!redirectPaths.has(path)) return '/'
	const fragment = /#(.*)$/s.exec(candidate)?.[1] ?? ''
	return redirectFragments.get(path)?.test(fragment) ? `${path}#${fragment}` : path
}

function paymentSuccessPath(checkoutSessionId: string): string {
	return `/payment-success?session_id=${encodeURIComponent(checkoutSessionId)}`
}
