import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useClosingByBack } from '#web/ui/closing-by-back.ts'
import { Icon } from '#web/ui/icon.tsx'
import { painted } from '#web/ui/painted.ts'
import './dialog.css'

export interface DialogProps {
	open: boolean
	/** Called when the user closes the dialog. */
	onClose: () => void
	title: string
	/** One sentence under the title, if it needs one. Screen readers read both. */
	description?: string
	/** Selects the element that takes the focus, by default the first that can. */
	startAt?: string
	children: ReactNode
}

/**
 * A modal dialog, at most 80vh high. The shade is our own element, and the style sheet prevents scrolling: Radix's overlay
 * would insert a style element, which the content security policy forbids.
 */
export function Dialog({ open, onClose, title, description, startAt, children }: DialogProps) {
	const opener = useRef<Element | null>(null)
	const layer = useRef<HTMLDivElement>(null)

	useClosingByBack(open, onClose)

	async function close() {
		// Closing takes a slow phone longer than a frame, so the dialog disappears first.
		layer.current?.style.setProperty('opacity', '0')
		await painted()
		onClose()
	}

	return (
		<Primitive.Root open={open} onOpenChange={close}>
			<Primitive.Portal>
				<div ref={layer}>
					<div className="dialog-shade fixed inset-0 z-50 bg-shade" />
					<Primitive.Content
						{...(description === undefined ? { 'aria-describedby': undefined } : {})}
						onPointerDownOutside={(event) => {
							// The second tap of a double tap must not close the dialog that the first has opened.
							if (layer.current?.getAnimations({ subtree: true }).length) event.preventDefault()
						}}
						onOpenAutoFocus={(event) => {
							opener.current = document.activeElement
							const first = startAt && layer.current?.querySelector<HTMLElement>(startAt)
							if (!first) return
							event.preventDefault()
							first.focus()
						}}
						onCloseAutoFocus={(event) => {
							event.preventDefault()
							if (opener.current instanceof HTMLElement) opener.current.focus()
						}}
						className="dialog-sheet fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[80vh] max-w-2xl -translate-y-1/2 flex-col bg-sheet shadow-raised"
					>
						<div className="flex items-start gap-4 border-b border-rule py-4 pr-3 pl-6">
							<div className="grow py-1.5">
								<Primitive.Title className="text-heading">{title}</Primitive.Title>
								{description === undefined ? null : (
									<Primitive.Description className="mt-1.5 text-soft">{description}</Primitive.Description>
								)}
							</div>
							<Primitive.Close className="flex size-11 shrink-0 items-center justify-center text-press hover:text-press-deep">
								<Icon name="cross" />
								<span className="sr-only">Close</span>
							</Primitive.Close>
						</div>
						<div className="overflow-y-auto overscroll-contain px-6 pt-5 pb-7">{children}</div>
					</Primitive.Content>
				</div>
			</Primitive.Portal>
		</Primitive.Root>
	)
}
