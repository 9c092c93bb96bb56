import { useEffect, useState } from 'react'
import { Toaster as SonnerToaster, toast } from 'sonner'
import 'sonner/dist/styles.css'
import './toaster.css'

interface ToasterProps {
	/** Called once toasts can be said. */
	onStanding: (sonner: typeof toast) => void
}

/** Sonner in the site's clothes, with its own timings: 4 seconds, three at a time. */
export function Toaster({ onStanding }: ToasterProps) {
	useEffect(() => onStanding(toast), [onStanding])
	// How far up is decided by the style sheet: a product's price and button may stand at the foot of the screen.
	const offset = { top: '0.75rem', bottom: 'var(--toast-foot)' }
	// At the foot of a phone lie the buttons, and over it the keyboard of whoever has just typed.
	const [onPhone] = useState(() => window.matchMedia('(max-width: 600px)').matches)
	return (
		<SonnerToaster
			position={onPhone ? 'top-center' : 'bottom-right'}
			closeButton
			containerAriaLabel="Messages"
			toastOptions={{ closeButtonAriaLabel: 'Close message' }}
			offset={offset}
			mobileOffset={offset}
		/>
	)
}
