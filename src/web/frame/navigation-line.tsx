import { useNavigation } from 'react-router'
import './navigation-line.css'

/** A line along the header while the next page is on its way, so that a tap on a slow connection is seen to have worked. */
export function NavigationLine() {
	const { state } = useNavigation()
	return state === 'idle' ? null : <div aria-hidden="true" className="navigation-line" />
}
