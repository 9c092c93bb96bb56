/**
 * Defers a page's scripts until it has been painted. Removes their preloads and turns the module that starts them into text,
 * which `src/web/head/start-scripts.js` starts. On a slow line their 100 kB would otherwise delay fonts and images. Throws if
 * the page builder writes its scripts in an unknown way.
 */
export function deferScripts(page: string): string {
	const start = '<script type="module" async="">'
	if (!page.includes(start)) {
		if (page.includes('type="module"')) throw new Error('the page starts its scripts in an unknown way')
		return page
	}
	return page
		.replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
		.replace(start, '<script type="text/plain" data-held="">')
}
