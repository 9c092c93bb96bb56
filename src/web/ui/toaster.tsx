import { useEffect } from 'react'
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
	const offset = { bottom: 'var(--toast-foot)' }
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
