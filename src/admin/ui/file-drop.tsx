import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

interface FileDropProps {
	/** Names the hidden field, such as “Pictures”. */
	label: string
	/** The kinds of files that can be chosen, as an `accept` attribute. Dropped ones can be of any kind. */
	accept: string
	multiple?: boolean
	/** Layout of the area. */
	className: string
	/** The button that opens the device's files. */
	button: { text: string; size?: 'small'; variant?: 'secondary'; isBusy?: boolean }
	onFiles: (files: readonly File[]) => void
	/** Above the button. */
	children?: ReactNode
	/** Below or beside the button. */
	note: ReactNode
}

/** An area into which files are dropped, with a button that chooses them instead. */
export function FileDrop({
	label,
	accept,
	multiple,
	className,
	button,
	onFiles,
	children,
	note,
}: FileDropProps) {
	const input = useRef<HTMLInputElement>(null)
	const [isOver, setOver] = useState(false)
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
		<div
			className={`border-2 border-dashed rounded-control ${isOver ? 'border-ink bg-sheet' : 'border-edge'} ${className}`}
			onDragOver={(event) => {
				event.preventDefault()
				setOver(true)
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault()
				setOver(false)
				onFiles([...event.dataTransfer.files])
			}}
		>
			{children}
			<input
				ref={input}
				type="file"
				hidden
				multiple={multiple}
				accept={accept}
				aria-label={label}
				onChange={(event) => {
					onFiles([...(event.target.files ?? [])])
					event.target.value = ''
				}}
			/>
			<Button
				size={button.size}
				variant={button.variant}
				aria-disabled={button.isBusy || undefined}
				onClick={() => input.current?.click()}
			>
				{button.text}
			</Button>
			{note}
		</div>
	)
}
