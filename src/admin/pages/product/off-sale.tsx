import { Part, type PartProps } from '#admin/pages/product/part.tsx'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { timeOf } from '#admin/ui/times.ts'

/** Takes a product off sale or out of the shop, and puts it back. */
export function OffSale({ product, isOwner, onDone }: PartProps) {
	const { id, title, status, off_sale: offSale } = product
	if (status === 'coming soon' || (status === 'withdrawn' && offSale === null)) return null
	const acts = { input: { product: id }, onDone }
	return (
		<Part
			title="Availability"
			acts={
				isOwner ? (
					<div className="flex flex-wrap gap-3">
						{offSale === null ? (
							<ActButton
								{...acts}
								act="take-off-sale"
								title={`Take ${title} off sale`}
								opens="Take off sale"
								label="Take it off sale"
								done={`${title} is off sale`}
							/>
						) : (
							<ActButton
								{...acts}
								act="put-on-sale"
								title={`Put ${title} on sale again`}
								opens="Put on sale again"
								label="Put it on sale again"
								variant="primary"
								done={`${title} is on sale again`}
							/>
						)}
						{offSale?.is_gone === true ? null : (
							<ActButton
								{...acts}
								act="withdraw-product"
								title={`Withdraw ${title}`}
								opens="Withdraw"
								label="Withdraw it"
								isDanger
								done={`${title} is withdrawn`}
							/>
						)}
					</div>
				) : null
			}
		>
			{offSale === null ? (
				<p className="text-soft">Visitors can get it, and its page is in the shop.</p>
			) : (
				<p>
					{offSale.is_gone
						? 'Nobody can get it, and its page is gone.'
						: 'Nobody can get it. Its page says that it isn’t on sale at the moment.'}{' '}
					Those who have it keep it.
					<span className="block text-soft wrap-anywhere">
						{timeOf(offSale.at)}, by {offSale.by}
					</span>
				</p>
			)}
		</Part>
	)
}
