import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { shelf } from '#catalogue/shelf.ts'
import { bundleIn } from '#shared/bundle-id.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { formatPounds } from '#shared/money.ts'
import { productPath } from '#shared/paths.ts'
import { priceText } from '#web/products/facts.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { hasStoredSession } from '#web/session/stored-session.ts'
import { fetchPage } from '#web/site/server-markup.tsx'
import { focusText } from '#web/ui/focus.ts'
import { createNote, toastWithdrawn } from './bundle-notes.ts'
import { hasGoAhead, withdrawGoAhead } from './go-ahead.ts'
import { useOwnedIds } from './owned.ts'
import type { Waiting } from './waiting-guide-panel.tsx'

/**
 * Adapts the offers, which are HTML from the server, to the visitor. A user who has a guide of a bundle can't buy it and reads why.
 * A visitor who comes back from signing in to buy a bundle goes on to its checkout.
 */
export function OfferedBundles({ offers }: { offers: HTMLElement }) {
	const { pathname, hash } = useLocation()
	const { loading } = useAuth()
	const ids = useOwnedIds()
	const owned = loading ? null : ids
	const isKnown = owned !== null

	useEffect(() => {
		if (owned === null) return
		offers.dataset.checked = ''
		withholdOwned(offers, owned)
	}, [offers, owned])

	useEffect(() => {
		if (isKnown) showOffer(pathname + hash)
	}, [isKnown, pathname, hash])

	return null
}

/**
 * If the user has a guide of a bundle, replaces the bundle's price and button with a note. The shop would refuse to sell it. If the
 * user has all its guides, nothing but the note is shown.
 */
function withholdOwned(offers: HTMLElement, owned: ReadonlySet<string>): void {
	for (const offer of offers.querySelectorAll<HTMLElement>('.bundle[data-guides]')) {
		const guides = guidesIn(offer)
		const isOwned = guides.some(({ id }) => owned.has(id))
		offer.toggleAttribute('data-owned', isOwned)
		offer.toggleAttribute(
			'data-all-owned',
			guides.every(({ id }) => owned.has(id)),
		)
		offer.querySelector('.bundle-note')?.remove()
		if (isOwned) offer.append(noteFor(offer, guides, owned))
	}
}

function noteFor(
	offer: HTMLElement,
	guides: readonly ShelfProduct[],
	owned: ReadonlySet<string>,
): HTMLElement {
	const note = createNote()
	const left = guides.filter(({ id }) => !owned.has(id))
	if (left.length === 0) {
		const title = offer.querySelector('button')?.dataset.title ?? ''
		note.append(
			`You already have ${guides.length === 2 ? 'both' : `all ${guides.length}`} guides of “${title}”.`,
		)
		return note
	}
	const titles = guides.flatMap(({ id, title }) => (owned.has(id) ? [title] : []))
	note.append(`You already have ${list.format(titles)}.`)
	for (const guide of left) note.append(' ', linkTo(guide), ` on its own is ${priceText(guide)}.`)
	return note
}

/** Returns a link to a guide, or its title if the visitor is on its page. */
function linkTo(guide: ShelfProduct): HTMLElement | string {
	if (productPath(guide) === window.location.pathname) return guide.title
	const link = document.createElement('a')
	link.href = productPath(guide)
	link.className = 'link'
	link.textContent = guide.title
	return link
}

/**
 * Shows the bundle that an address names, and moves the focus to its button. If the visitor pressed the button before they signed
 * in, presses it for them, but only once.
 */
function showOffer(address: string): void {
	const offer = document.getElementById(bundleIn(address) ?? '')
	const button = offer?.querySelector('button')
	if (!offer || !button) return
	const isBegun = hasStoredSession() && hasGoAhead(address)
	if (isBegun) withdrawGoAhead()
	offer.scrollIntoView({ block: 'center' })
	if (offer.hasAttribute('data-owned')) {
		focusText(offer)
		return
	}
	button.focus({ preventScroll: true })
	if (isBegun) button.click()
}

/** If the page no longer has the offer that an address names, says that the bundle was withdrawn. */
export async function sayIfWithdrawn(address: string): Promise<void> {
	const [path = '/'] = address.split('#')
	const page = await fetchPage(path)
	if (page === null || page.getElementById(bundleIn(address) ?? '') !== null) return
	toastWithdrawn()
}

/** Reads a bundle from the page with its offer. Returns null if it isn't offered there, or if the page could not be fetched. */
export async function readBundle(address: string): Promise<Waiting | null> {
	const [path = '/'] = address.split('#')
	const offer = (await fetchPage(path))?.getElementById(bundleIn(address) ?? '') ?? null
	const { title, pence } = offer?.querySelector('button')?.dataset ?? {}
	const guides = offer === null ? [] : guidesIn(offer)
	const [cover] = guides
	if (cover === undefined || title === undefined) return null
	return {
		label: 'The guides you chose',
		...{ title, shortTitle: title, cover, next: 'checkout' },
		price: `${formatPounds(Number(pence))}, once`,
		facts: list.format(guides.map(({ shortTitle }) => shortTitle)),
		showsFactsOnPhone: true,
	}
}

/** Returns the guides of the bundle that an element offers. */
function guidesIn(offer: HTMLElement): readonly ShelfProduct[] {
	const ids = offer.dataset.guides?.split(' ') ?? []
	return shelf.filter(({ id }) => ids.includes(id))
}

/** Joins titles, such as "A, B and C". */
const list = new Intl.ListFormat('en-GB')
