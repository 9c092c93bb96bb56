import { Dialog } from '#web/ui/dialog.tsx'
import { PagesPicture } from './product-cover.tsx'
import type { ProductDialogProps } from './product-dialog-button.tsx'
import { TellMeWhenForm } from './tell-me-when-form.tsx'

/** Asks for an email address beside the cover of the product that is coming soon. */
export function TellMeWhenDialog({ product, open, onClose }: ProductDialogProps) {
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title="Tell me when it’s out"
			description={product.title}
			startAt="input"
		>
			<div className="grid gap-x-9 sm:grid-cols-[8rem_minmax(0,1fr)]">
				<div className="max-sm:hidden">
					<PagesPicture product={product} />
				</div>
				<TellMeWhenForm product={product} />
			</div>
		</Dialog>
	)
}
