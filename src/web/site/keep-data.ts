import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Keeps what the loader of a page has selected while only the page's query changes, because loaders don't read queries. Otherwise
 * each word of a search would wait for the server. Routes export it.
 */
export function shouldRevalidate({
	currentUrl,
	nextUrl,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
	return defaultShouldRevalidate && currentUrl.pathname !== nextUrl.pathname
}
