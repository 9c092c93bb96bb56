import { type ComponentType, Suspense, use, useEffect, useRef, useState } from 'react'
import { hasStoredSession } from '#web/session/stored-session.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { onFirstInput } from '#web/ui/on-first-input.ts'
import { toastUnreachable } from '#web/ui/toast.ts'
import { htmlIn } from './prerendered.tsx'

let begin = (): void => {}
/** Fulfilled when the visitor uses the page: only then are the parts needed. */
const used = new Promise<void>((resolve) => {
	begin = resolve
})

/** A part of a page whose code is loaded when the visitor first moves or presses anything. */
interface LaterPart<Props> {
	/** Identifies the part in the document, as for `Prerendered`. */
	name: string
	load: () => Promise<ComponentType<Props>>
	/** Loads the code when the part is used, and tries again if it can’t be loaded. */
	loadWhenUsed: () => Promise<ComponentType<Props>>
	/** Loads the code for a visitor who came by a link on the site. The page’s loader in the browser calls it. */
	prepare: () => Promise<unknown>
}

export function onFirstUse<Props>(name: string, load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
	let loading: Promise<ComponentType<Props>> | undefined

	async function loadInTheEnd(): Promise<ComponentType<Props>> {
		if (import.meta.env.SSR) return await load()
		await used
		for (;;) {
			try {
				return await lazyImport(load)
			} catch {
				await new Promise<void>(onFirstInput)
			}
		}
	}
	const loadWhenUsed = () => (loading ??= loadInTheEnd())

	async function prepare(): Promise<unknown> {
		begin()
		await lazyImport(load)
		return await loadWhenUsed()
	}
	return { name, load, loadWhenUsed, prepare }
}

interface OnFirstUseProps<Props> {
	part: LaterPart<Props>
	props: Props
	/** Whether the visitor types in the part: keystrokes can’t be repeated, so its code is loaded immediately. */
	isTypedIn?: boolean
}

/**
 * Shows a part as the server has rendered it until the visitor uses the page. A press is repeated once the code is there. What the server
 * has rendered may not be right for a user, or at an address with a query or a fragment: there the code is loaded immediately.
 */
export function OnFirstUse<Props extends object>({ part, props, isTypedIn = false }: OnFirstUseProps<Props>) {
	const place = useRef<HTMLDivElement>(null)
	const state = useRef({ isShown: false, repeatPress: () => {} })
	useEffect(() => {
		if (state.current.isShown || place.current === null) return
		const { search, hash } = window.location
		if (isTypedIn || hasStoredSession() || search !== '' || hash !== '') begin()
		const stopWaiting = onFirstInput(begin)
		const { repeat, release } = holdPresses(place.current, () => {
			begin()
			lazyImport(part.load).catch(() => toastUnreachable('This part couldn’t be loaded'))
		})
		state.current.repeatPress = repeat
		return () => {
			stopWaiting()
			release()
		}
	}, [part, isTypedIn])
	function onShown() {
		state.current.isShown = true
		state.current.repeatPress()
	}
	return (
		<div ref={place} data-markup={part.name}>
			<Suspense fallback={<AsBefore name={part.name} />}>
				<Loaded part={part} props={props} onShown={onShown} />
			</Suspense>
		</div>
	)
}

function Loaded<Props extends object>({
	part,
	props,
	onShown,
}: OnFirstUseProps<Props> & { onShown: () => void }) {
	const Shown = use(part.loadWhenUsed())
	// biome-ignore lint/correctness/useExhaustiveDependencies: once
	useEffect(onShown, [])
	return <Shown {...props} />
}

/** Holds presses back until they are repeated or released. Only the last one counts. */
function holdPresses(part: HTMLElement, onPress: () => void): { repeat: () => void; release: () => void } {
	const controls = () => [...part.querySelectorAll<HTMLElement>('button, a[data-discover]')]
	let pressed = -1
	function hold(event: MouseEvent) {
		const { target, metaKey, ctrlKey, shiftKey, altKey } = event
		const index = controls().findIndex((control) => target instanceof Node && control.contains(target))
		if (index === -1 || metaKey || ctrlKey || shiftKey || altKey) return
		event.preventDefault()
		event.stopPropagation()
		pressed = index
		onPress()
	}
	// On the window, because React stops a press in a part that is not hydrated.
	window.addEventListener('click', hold, true)
	const release = () => window.removeEventListener('click', hold, true)
	function repeat() {
		release()
		// Found by its place, because React renders the part anew if a script has changed it.
		controls()[pressed]?.click()
	}
	return { repeat, release }
}

/** Shows what the server has rendered, if React has to render the page anew. */
function AsBefore({ name }: { name: string }) {
	const [html] = useState(() => ({ __html: import.meta.env.SSR ? '' : htmlIn(name) }))
	useEffect(begin, [])
	// biome-ignore lint/security/noDangerouslySetInnerHtml: what our own server has rendered
	return <div dangerouslySetInnerHTML={html} />
}
