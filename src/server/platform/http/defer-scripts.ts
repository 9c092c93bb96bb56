/**
 * A page whose scripts wait until it has been painted: nothing is fetched for them ahead, and the module that starts them
 * becomes text that `src/web/head/start-scripts.js` starts. Their 100 kB would otherwise share a slow line with the letters
 * and pictures. Throws where the page builder writes its scripts in another way than this knows.
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
