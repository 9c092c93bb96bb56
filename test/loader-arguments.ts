import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'

interface LoaderRequest {
	/** What the request accepts. A browser that loads a document accepts `text/html`. */
	accept?: string
	params?: LoaderFunctionArgs['params']
}

/** Returns what the router passes to the loader of the page at a path. */
export function loaderArguments(
	path: string,
	{ accept = '*/*', params = {} }: LoaderRequest = {},
): LoaderFunctionArgs {
	const url = new URL(path, 'https://shop.test')
	const request = new Request(url, { headers: { accept } })
	return { request, url, pattern: path, params, context: new RouterContextProvider() }
}
