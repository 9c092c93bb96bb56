import { Outlet } from 'react-router'

export { PageError as ErrorBoundary } from './page-error.tsx'

/** Between the frame and the page, so that a page that fails leaves header and footer standing. */
export default function PageBoundary() {
	return <Outlet />
}
