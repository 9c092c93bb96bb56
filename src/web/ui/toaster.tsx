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
	// Higher on a phone, where a product's price and button stand at the foot of the screen.
	return (
		<SonnerToaster
			position="bottom-right"
			closeButton
			containerAriaLabel="Messages"
			mobileOffset={{ bottom: '5.5rem' }}
		/>
	)
}
