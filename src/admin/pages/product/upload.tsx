import { useRef, useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { uploadFile } from '#admin/api/call-api.ts'
import { Failed } from '#admin/ui/states.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useBusy } from '#web/ui/use-busy.ts'

const largestBytes = 50 * 1024 * 1024

interface UploadProps {
	productId: string
	/** The extensions of the files that can be chosen. */
	accept: string
	/** The label of the file field. */
	label: string
	/** The text of the button. */
	opens: string
	/** The toast after the upload. */
	done: string
	onDone: () => void
}

/** Uploads the file of a product. Customers receive it once it is published. */
export function Upload({ productId, accept, label, opens, done, onDone }: UploadProps) {
	const input = useRef<HTMLInputElement>(null)
	const [busy, run] = useBusy()
	const [refusal, setRefusal] = useState<ApiError>()
	const [isLarge, setLarge] = useState(false)

	async function send(chosen: File) {
		setRefusal(undefined)
		setLarge(chosen.size > largestBytes)
		if (chosen.size > largestBytes) return
		try {
			await uploadFile('upload-edition', { product: productId }, chosen)
			toast.success(done)
			onDone()
		} catch (failure) {
			if (!(failure instanceof ApiError)) throw failure
			setRefusal(failure)
		}
	}
	return (
		<>
			<input
				ref={input}
				type="file"
				hidden
				accept={accept}
				aria-label={label}
				onChange={(event) => {
					const [chosen] = event.target.files ?? []
					event.target.value = ''
					if (chosen !== undefined) run(() => send(chosen))
				}}
			/>
			<Button
				size="small"
				variant="secondary"
				aria-disabled={busy || undefined}
				onClick={() => input.current?.click()}
			>
				{busy ? 'Uploading …' : opens}
			</Button>
			{isLarge ? (
				<p className="basis-full text-brick">
					That file is larger than 50 MB. Make it smaller and try again.
				</p>
			) : null}
			{refusal === undefined ? null : (
				<div className="basis-full">
					<Failed error={refusal} />
				</div>
			)}
		</>
	)
}
