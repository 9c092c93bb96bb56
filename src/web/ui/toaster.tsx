import { useEffect } from 'react'
import { Toaster as SonnerToaster, toast } from 'sonner'
import { coveredFoot } from './covered-foot.ts'
import 'sonner/dist/styles.css'
import './toaster.css'

interface ToasterProps {
	/** Called once toasts can be said. */
	onStanding: (sonner: typeof toast) => void
}

/**
 * Sonner in the site's clothes, with its own timings: 4 seconds, three at a time. Messages stand at the foot of the screen:
 * at its head are the logo, the menu and the heading that says how things are.
 */
export function Toaster({ onStanding }: ToasterProps) {
	useEffect(() => onStanding(toast), [onStanding])
	useEffect(riseAboveKeyboard, [])
	// How far up is decided by the style sheet: a product's price and button may stand at the foot of the screen.
	const offset = { bottom: 'calc(var(--toast-foot) + var(--keyboard, 0px))' }
	return (
		<SonnerToaster
			position="bottom-right"
			closeButton
			containerAriaLabel="Messages"
			toastOptions={{ closeButtonAriaLabel: 'Close message' }}
			offset={offset}
			mobileOffset={offset}
		/>
	)
}

/** Tells the style sheet how high the keyboard is of someone who has just typed. */
function riseAboveKeyboard(): (() => void) | undefined {
	const viewport = window.visualViewport
	if (viewport === null) return
	const rise = () => {
		const covered = `${coveredFoot(viewport, window.innerHeight)}px`
		document.documentElement.style.setProperty('--keyboard', covered)
	}
	rise()
	for (const event of ['resize', 'scroll']) viewport.addEventListener(event, rise)
	return () => {
		for (const event of ['resize', 'scroll']) viewport.removeEventListener(event, rise)
	}
}
