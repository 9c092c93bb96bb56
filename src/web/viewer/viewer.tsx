import { Dialog as Primitive } from 'radix-ui'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { VideoPlayer } from './video-player.tsx'
import { indexAfter, isVideo, type Move, moveForKey, type ViewerItem } from './viewer-items.ts'
import { ViewerStage } from './viewer-stage.tsx'
import './viewer.css'

export interface ViewerProps {
	title: string
	items: readonly ViewerItem[]
	/** The index of the current item; null if the viewer is closed. */
	index: number | null
	onIndex: (index: number) => void
	onClose: () => void
	/** Moves the focus back to where it was before the viewer was opened. */
	returnFocus: () => void
}

/** Shows one picture or video full screen, with previous and next (docs/specification.md section 2). */
export function Viewer({ title, items, index, onIndex, onClose, returnFocus }: ViewerProps) {
	const next = useRef<HTMLButtonElement>(null)
	const [zoomed, setZoomed] = useState(false)
	const [lastMove, setLastMove] = useState<Move | undefined>()
	const item = index === null ? undefined : items[index]

	function go(move: Move) {
		if (index === null) return
		setZoomed(false)
		setLastMove(move)
		onIndex(indexAfter(index, move, items.length))
	}
	function onKeyDown(event: KeyboardEvent) {
		const move = moveForKey(event.key)
		const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
		// These keys also move the position of a video.
		if (move === undefined || hasModifier || event.target instanceof HTMLInputElement) return
		event.preventDefault()
		go(move)
	}
	function close() {
		setZoomed(false)
		setLastMove(undefined)
		onClose()
	}

	return (
		<Primitive.Root open={item !== undefined} onOpenChange={(open) => open || close()}>
			<Primitive.Portal>
				{item === undefined || index === null ? null : (
					<Primitive.Content
						aria-describedby={undefined}
						onKeyDown={onKeyDown}
						onOpenAutoFocus={(event) => {
							event.preventDefault()
							next.current?.focus()
						}}
						onCloseAutoFocus={(event) => {
							event.preventDefault()
							returnFocus()
						}}
						className="viewer fixed inset-0 z-50 bg-paper text-ink"
					>
						<div className="flex items-center gap-1 border-b border-rule py-1 pr-1 pl-4 [grid-area:head] md:pl-6">
							<Primitive.Title className="min-w-0 text-label leading-tight font-semibold tracking-normal">
								{title}
							</Primitive.Title>
							<p
								role="status"
								className="figures ml-3 grow font-display text-label whitespace-nowrap text-soft"
							>
								{index + 1} of {items.length}
								<span className="sr-only">: {item.alt}</span>
							</p>
							{isVideo(item) ? null : (
								<ViewerButton
									label={zoomed ? 'Whole page' : 'Enlarge'}
									icon={zoomed ? 'zoomOut' : 'zoomIn'}
									onClick={() => setZoomed(!zoomed)}
								/>
							)}
							<ViewerButton label="Close" icon="cross" onClick={close} />
						</div>
						<ViewerButton
							label="Previous"
							icon="chevronLeft"
							onClick={() => go('previous')}
							className="[grid-area:previous]"
						/>
						{isVideo(item) ? (
							<div className="viewer-stage" data-move={lastMove}>
								<VideoPlayer video={item} />
							</div>
						) : (
							<ViewerStage
								key={item.name}
								picture={item}
								neighbours={neighboursOf(index, items)}
								zoomed={zoomed}
								onZoomed={setZoomed}
								lastMove={lastMove}
								onMove={go}
							/>
						)}
						<ViewerButton
							ref={next}
							label="Next"
							icon="chevronRight"
							onClick={() => go('next')}
							className="[grid-area:next]"
						/>
						<p className="margin-note flex min-h-14 items-center justify-center px-2 py-2 text-center [grid-area:note]">
							{item.caption}
						</p>
					</Primitive.Content>
				)}
			</Primitive.Portal>
		</Primitive.Root>
	)
}

/** Returns the pictures one step away, to be preloaded. A video is not preloaded. */
function neighboursOf(index: number, items: readonly ViewerItem[]) {
	return (['next', 'previous'] as const).flatMap((move) => {
		const item = items[indexAfter(index, move, items.length)]
		return item === undefined || isVideo(item) ? [] : [item]
	})
}

interface ViewerButtonProps extends ComponentProps<'button'> {
	label: string
	icon: IconName
}

/** A button of the viewer: an icon large enough for a thumb, with a label for screen readers. */
function ViewerButton({ label, icon, className = '', ...rest }: ViewerButtonProps) {
	return (
		<button
			type="button"
			title={label}
			className={`flex min-h-[48px] min-w-[48px] items-center justify-center text-press hover:text-press-deep focus-visible:-outline-offset-3 ${className}`}
			{...rest}
		>
			<Icon name={icon} size={26} />
			<span className="sr-only">{label}</span>
		</button>
	)
}
