import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

interface FormButtonsProps {
	busy: boolean
	/** What the button says, and what it says meanwhile. */
	label: string
	busyLabel: string
	onClose: () => void
	/** A further button between the two. */
	children?: ReactNode
}

/** The buttons below a form that opens within a section: one sends it, the other closes it. */
export function FormButtons({ busy, label, busyLabel, onClose, children }: FormButtonsProps) {
	return (
		<div className="flex flex-wrap gap-3">
			<Button type="submit" aria-disabled={busy || undefined}>
				{busy ? busyLabel : label}
			</Button>
			{children}
			<Button variant="quiet" onClick={onClose}>
				Cancel
			</Button>
		</div>
	)
}
