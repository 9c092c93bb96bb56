import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { focusPart } from './focus.ts'

/** How far from the top of the screen a section’s heading may be and still count as reached, in pixels. */
const reached = 140
/** Events that show that the visitor, and not a link, is scrolling the page. */
const scrolling = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Returns the id of the section that the visitor is reading, or whose link they have followed. Moves the focus to the section
 * in the address, or to the part of a section that the address names. The section or part may be missing until the page is
 * `ready`. After Back and Forward, which restore the visitor's place, and if the page has `resumed` another one, the address is
 * not followed.
 */
export function useCurrentSection(ids: readonly string[], ready: boolean, resumed = false): string | null {
	const { hash, key } = useLocation()
	const isReturn = useNavigationType() === 'POP'
	const [current, setCurrent] = useState<string | null>(null)
	const followed = useRef<string | null>(null)
	/** The last navigation whose section has been shown. */
	const shown = useRef<string | null>(null)

	useEffect(() => {
		if (!ready) return
		let frame = 0
		function update() {
			frame = 0
			if (followed.current === null) setCurrent(sectionInView(ids))
		}
		function onScroll() {
			if (frame === 0) frame = requestAnimationFrame(update)
		}
		function forget({ type, target }: Event) {
			// The row of links must not move under a finger that presses one of them.
			if (type === 'pointerdown' && target instanceof Element && target.closest('a, button')) return
			followed.current = null
		}
		update()
		addEventListener('scroll', onScroll, { passive: true })
		for (const use of scrolling) addEventListener(use, forget, { passive: true })
		return () => {
			cancelAnimationFrame(frame)
			removeEventListener('scroll', onScroll)
			for (const use of scrolling) removeEventListener(use, forget)
		}
	}, [ids, ready])

	useEffect(() => {
		if (!ready || shown.current === key) return
		const isOld = shown.current === null ? resumed : isReturn
		shown.current = key
		if (isOld) {
			followed.current = null
			return
		}
		const part = document.getElementById(hash.slice(1))
		const section = part && ids.find((id) => document.getElementById(id)?.contains(part))
		if (!section) return
		followed.current = section
		setCurrent(section)
		part.scrollIntoView()
		focusPart(part)
	}, [hash, key, ids, ready, resumed, isReturn])

	return current
}

/** Returns the last section whose heading has been reached; at the end of the page, the last section. */
function sectionInView(ids: readonly string[]): string | null {
	const sections = ids.map((id) => document.getElementById(id)).filter((section) => section !== null)
	const isAtEnd =
		window.scrollY > 0 && window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
	const passed = sections.filter((section) => isAtEnd || section.getBoundingClientRect().top < reached)
	return (passed.at(-1) ?? sections[0])?.id ?? null
}
