import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Icon } from './icon.tsx'
import { onFirstInput } from './on-first-input.ts'
import {
	currentState,
	dropWaiting,
	initialState,
	leaveErrorsBehind,
	loadToaster,
	showWaiting,
	subscribe,
	type Toast,
} from './toast.ts'

/** Shows the toasts. It stays mounted, so that a toast survives a change of page. */
export function ToastHost() {
	const { Toaster, failed, waiting } = useSyncExternalStore(subscribe, currentState, () => initialState)
	const { pathname } = useLocation()
	// So that it can report a failure even if the server has become unreachable.
	useEffect(() => onFirstInput(() => void loadToaster()), [])
	// biome-ignore lint/correctness/useExhaustiveDependencies: after each change of page
	useEffect(leaveErrorsBehind, [pathname])
	if (Toaster !== null) return <Toaster onMount={showWaiting} />
	return failed && waiting.length > 0 ? <PlainToasts toasts={waiting} /> : null
}

/** Shows the messages if the toaster cannot be loaded. */
function PlainToasts({ toasts }: { toasts: readonly Toast[] }) {
	return (
		<div role="status" className="plain-toasts">
			{toasts.map(({ kind, title, id, options }) => (
				<div key={id} data-type={kind}>
					<strong>{title}</strong>
					{options.description}
				</div>
			))}
			<button type="button" aria-label="Close message" onClick={dropWaiting}>
				<Icon name="cross" size={18} />
			</button>
		</div>
	)
}
