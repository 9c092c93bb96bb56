import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { AdminPage } from '#admin/pages.ts'

/** How soon a letter must follow `G` to open a page, in milliseconds. */
const letterMs = 1_500

/**
 * Handles the keys that work everywhere. Ctrl or Cmd with K, and `/`, open the palette; `G` and a letter open a page; `J` and
 * `K` move to the next and previous row of a list. Single keys do nothing while a text is being typed or a dialog is open.
 */
export function useShortcuts(pages: readonly AdminPage[], openPalette: () => void): void {
	const navigate = useNavigate()
	// Kept between renders: the page may render again between `G` and its letter.
	const goingSince = useRef(Number.NEGATIVE_INFINITY)
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
				event.preventDefault()
				openPalette()
				return
			}
			if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
			const key = event.key.toLowerCase()
			const isGoing = event.timeStamp - goingSince.current < letterMs
			goingSince.current = Number.NEGATIVE_INFINITY
			const page = isGoing ? pages.find((one) => one.key === key) : undefined
			if (page !== undefined) void navigate(page.path)
			else if (key === '/') openPalette()
			else if (key === 'g') goingSince.current = event.timeStamp
			else if (key === 'j') focusRow(1)
			else if (key === 'k') focusRow(-1)
			else return
			event.preventDefault()
		}
		window.addEventListener('keydown', onKey)
		return () => window.removeEventListener('keydown', onKey)
	}, [pages, openPalette, navigate])
}

function isBusy(target: EventTarget | null): boolean {
	if (document.querySelector('[role="dialog"]') !== null) return true
	return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')
}

/** Moves the focus to the next or previous row that can be opened. If no row has the focus, moves it to the first. */
function focusRow(step: 1 | -1): void {
	const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
	const { activeElement } = document
	const current = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1
	const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), rows.length - 1)
	rows[next]?.focus()
	rows[next]?.scrollIntoView({ block: 'nearest' })
}
