import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type ReadingPosition, readRemembered, remember } from '#web/offline/remembered.ts'
import { field } from '#web/session/read-fields.ts'
import { focusText } from '#web/ui/focus.ts'
import type { Guide } from './read-guide.ts'

/** The reader's place is whatever is this many pixels below the top of the screen. */
const top = 90
/** The place is stored after this many milliseconds without scrolling. */
const pause = 300

/**
 * Marks the entry of the browser's history in which the guide has been open. A reload, Back, and a tab that a phone had discarded
 * open the same entry again. There, the stored place is newer than the chapter in the address.
 */
const openedMark = 'guideOpened'

interface PlaceOptions {
	guide: Guide
	userId: string
	slug: string
	/** Called with the share of the guide above the bottom of the screen, from 0 to 1, while the reader scrolls. */
	onProgress: (share: number) => void
}

/**
 * Resumes reading: scrolls to the place where the user stopped in this browser, and moves the focus there, unless a new visit
 * begins with a chapter that the address names. From then on, stores the current place. Returns whether this is no new visit, and
 * the title of the chapter that it scrolled to, until the user has read on. Also returns a function that goes back to the beginning.
 */
export function usePlace({ guide, userId, slug, onProgress }: PlaceOptions) {
	const { hash, key } = useLocation()
	const [isReturn] = useState(() => field(window.history.state, openedMark) === true)
	const [resumed, setResumed] = useState<{ title: string; at: number } | null>(null)

	// biome-ignore lint/correctness/useExhaustiveDependencies: only when the guide opens
	useLayoutEffect(() => {
		if (hash !== '' && !isReturn) return
		const { place } = readRemembered(userId, slug)
		const chapter = guide.chapters.find(({ id }) => id === place?.chapter)
		if (place === null || chapter === undefined) return
		// Another edition has other blocks, so only the chapter is found.
		const block = place.edition === guide.edition ? blocksOf(chapter.id)[place.block] : undefined
		const target = block ?? document.getElementById(chapter.id)
		if (target === null) return
		// A little above the line at which places are stored, so that the same place is found again.
		window.scrollBy({ top: target.getBoundingClientRect().top - top + 10, behavior: 'instant' })
		// For a chapter, its heading takes the focus; for a table, its first cell.
		focusText(target.querySelector<HTMLElement>('h2, th, td') ?? target)
		// Set one frame later, because screen readers announce a change only inside an element that was already on the page.
		const at = window.scrollY
		const frame = requestAnimationFrame(() => setResumed({ title: chapter.title, at }))
		return () => cancelAnimationFrame(frame)
	}, [])

	// biome-ignore lint/correctness/useExhaustiveDependencies: each chapter that was opened has an entry of its own
	useEffect(() => {
		window.history.replaceState({ ...window.history.state, [openedMark]: true }, '')
	}, [key])

	// A layout effect, because its cleanup still finds the text on the screen when the reader leaves by a link.
	useLayoutEffect(() => {
		let timer: number | undefined
		function onScroll() {
			onProgress(shareRead())
			if (resumed !== null && Math.abs(window.scrollY - resumed.at) > window.innerHeight) setResumed(null)
			clearTimeout(timer)
			timer = window.setTimeout(store, pause)
		}
		function store() {
			clearTimeout(timer)
			timer = undefined
			const place = placeOnScreen(guide)
			const chapter = guide.chapters.find(({ id }) => id === place?.chapter)?.title
			const progress = chapter === undefined ? null : { percent: Math.round(shareRead() * 100), chapter }
			remember(userId, slug, { place, progress })
		}
		onProgress(shareRead())
		addEventListener('scroll', onScroll, { passive: true })
		addEventListener('pagehide', store)
		// A phone may end a page in the background without another event.
		document.addEventListener('visibilitychange', store)
		return () => {
			if (timer !== undefined) store()
			removeEventListener('scroll', onScroll)
			removeEventListener('pagehide', store)
			document.removeEventListener('visibilitychange', store)
		}
	}, [guide, userId, slug, onProgress, resumed])

	function startAgain() {
		setResumed(null)
		window.scrollTo(0, 0)
		document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
	}
	return { isReturn, resumedAt: resumed?.title ?? null, startAgain }
}

function blocksOf(chapterId: string): HTMLElement[] {
	return [...(document.getElementById(chapterId)?.querySelectorAll<HTMLElement>('.chapter > *') ?? [])]
}

/** Returns the first block on the screen; null at the beginning of the guide. */
function placeOnScreen({ edition, chapters }: Guide): ReadingPosition | null {
	const isReached = ({ id }: { id: string }) =>
		(document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) < top
	const chapter = chapters.findLast(isReached)
	if (chapter === undefined) return null
	const blocks = blocksOf(chapter.id)
	const block = blocks.findIndex((part) => part.getBoundingClientRect().bottom > top)
	return { edition, chapter: chapter.id, block: block === -1 ? blocks.length - 1 : block }
}

function shareRead(): number {
	const text = document.querySelector('.guide-text')?.getBoundingClientRect()
	if (text === undefined || text.height === 0) return 0
	return Math.min(1, Math.max(0, (window.innerHeight - text.top) / text.height))
}
