import { ActButton } from '#admin/ui/act-dialog.tsx'

interface ReceiptButtonProps {
	/** The id of the purchase. */
	id: string
	/** The number of its receipt. */
	receipt: string
	onDone: () => void
}

/** Opens the dialog that sends a receipt again. */
export function ReceiptButton({ id, receipt, onDone }: ReceiptButtonProps) {
	return (
		<ActButton
			act="resend-receipt"
			input={{ purchase: id }}
			title={`Receipt ${receipt}`}
			label="Send the receipt again"
			reason="none"
			done="The receipt will be emailed again."
			onDone={onDone}
		/>
	)
}
