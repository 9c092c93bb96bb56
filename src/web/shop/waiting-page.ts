import { shopName } from '#web/site/site-settings.ts'
import type { WaitingTab } from './waiting-tab.ts'

/**
 * Fills the waiting tab with a message that the guide is on its way, in the style of the page that opened the tab. An empty tab
 * has no address from which it could load a page. Its inherited policy allows only our own style sheets.
 */
export function writeWaitingPage({ page }: WaitingTab, title: string): void {
	if (page === null) return
	const opener = document.documentElement
	page.documentElement.lang = opener.lang
	page.documentElement.dataset.theme = opener.dataset.theme ?? ''
	// Sets the colours until the style sheets arrive.
	const { backgroundColor, color } = getComputedStyle(document.body)
	page.documentElement.style.colorScheme = getComputedStyle(opener).colorScheme
	Object.assign(page.body.style, { backgroundColor, color })

	page.title = `Opening ${title} · ${shopName()}`
	const viewport = page.createElement('meta')
	viewport.name = 'viewport'
	viewport.content = 'width=device-width, initial-scale=1'
	page.head.append(viewport)
	for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) {
		page.head.append(page.importNode(sheet))
	}

	const header = page.createElement('header')
	header.className = 'relative border-b border-rule'
	const bar = add(header, 'div', 'page-width flex min-h-16 items-center lg:min-h-20')
	const wordmark = document.querySelector('header a[href="/"]')
	if (wordmark !== null) bar.append(page.importNode(wordmark, true))
	add(header, 'div', 'navigation-line').setAttribute('aria-hidden', 'true')

	const main = page.createElement('main')
	main.className = 'page-width py-16 lg:py-24'
	const heading = add(main, 'h1', 'text-title')
	heading.append('Opening ')
	add(heading, 'span', 'marked').textContent = title
	add(main, 'p', 'mt-5 max-w-measure text-lead text-soft').textContent =
		'One moment: your guide appears in this tab. If it doesn’t, close the tab and press the button again.'
	page.body.append(header, main)
}

function add(parent: Element, name: 'div' | 'h1' | 'p' | 'span', className: string): HTMLElement {
	const element = parent.ownerDocument.createElement(name)
	element.className = className
	parent.append(element)
	return element
}
