import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { Button } from '#web/ui/button.tsx'
import { painted } from '#web/ui/painted.ts'

export interface ProductDialogProps {
	product: ShelfProduct
	open: boolean
	onClose: () => void
}

interface ProductDialogButtonProps {
	product: ShelfProduct
	load: (product: ShelfProduct) => Promise<ComponentType<ProductDialogProps>>
	/** Says that the dialog couldn’t be loaded. */
	onFailure: () => void
	/** `quiet` if the buttons beside it are more important. */
	variant?: 'secondary' | 'quiet'
	/** The button’s text. */
	children: ReactNode
}

/** Opens a dialog about a product that has no page. The dialog is loaded on first use. */
export function ProductDialogButton({
	product,
	load,
	onFailure,
	variant = 'secondary',
	children,
}: ProductDialogButtonProps) {
	const [Dialog, setDialog] = useState<ComponentType<ProductDialogProps> | null>(null)
	const [open, setOpen] = useState(false)

	async function show(event: MouseEvent<HTMLButtonElement>) {
		// Safari doesn't focus a button that is pressed, and the dialog later returns the focus to whatever has it now.
		event.currentTarget.focus()
		await painted()
		try {
			const loaded = Dialog ?? (await load(product))
			setDialog(() => loaded)
			setOpen(true)
		} catch {
			onFailure()
		}
	}

	return (
		<>
			<Button variant={variant} size="small" aria-haspopup="dialog" onClick={show} className="scripts-only">
				{children}
			</Button>
			{Dialog === null ? null : <Dialog product={product} open={open} onClose={() => setOpen(false)} />}
		</>
	)
}
