import { type ComponentType, useState } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast } from '#web/ui/toast.ts'
import type { PreviewDialogProps } from './preview-dialog.tsx'

/** Opens a dialog with the details of a product that has no page. The dialog is loaded on first use. */
export function PreviewButton({ product }: { product: ShelfProduct }) {
	const [Dialog, setDialog] = useState<ComponentType<PreviewDialogProps> | null>(null)
	const [open, setOpen] = useState(false)

	async function show() {
		try {
			const { PreviewDialog } = await lazyImport(() => import('./preview-dialog.tsx'))
			setDialog(() => PreviewDialog)
			setOpen(true)
		} catch {
			toast.error('The preview couldn’t be loaded', { description: 'Check your connection and try again.' })
		}
	}

	return (
		<>
			<Button variant="secondary" size="small" aria-haspopup="dialog" onClick={show} className="scripts-only">
				Preview<span className="sr-only"> {product.title}</span>
			</Button>
			{Dialog === null ? null : <Dialog product={product} open={open} onOpenChange={setOpen} />}
		</>
	)
}
