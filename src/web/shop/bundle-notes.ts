import { focusText } from '#web/ui/focus.ts'
import { toast } from '#web/ui/toast.ts'

const withdrawn = 'This bundle is no longer sold'

export function toastWithdrawn(): void {
	toast.info(withdrawn)
}

/** Says that the bundle of a button has been withdrawn, and leaves only its title and a note of its offer. */
export function showWithdrawn(button: HTMLButtonElement): void {
	toastWithdrawn()
	const offer = button.closest<HTMLElement>('.bundle')
	if (offer === null) return
	// Without its guides, the offer is no longer adapted to what the user has.
	delete offer.dataset.guides
	offer.replaceChildren(...offer.querySelectorAll('.bundle-title'), createNote(`${withdrawn}.`))
	focusText(offer)
}

/** Creates a note that replaces what an offer no longer shows. */
export function createNote(...texts: string[]): HTMLElement {
	const note = document.createElement('p')
	note.className = 'bundle-note'
	note.append(...texts)
	return note
}
