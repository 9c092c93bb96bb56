/** Google’s mark in its own colours, on white in both themes as its branding rules require. */
export function GoogleMark() {
	return (
		<svg viewBox="0 0 24 24" width="20" height="20" fill="none" strokeWidth="4.4" aria-hidden="true">
			<path stroke="#ea4335" d="M18.36 5.82A8.8 8.8 0 0 0 4.3 7.74" />
			<path stroke="#fbbc05" d="M4.38 7.6a8.8 8.8 0 0 0 0 8.8" />
			<path stroke="#34a853" d="M4.3 16.26a8.8 8.8 0 0 0 13.42 2.42" />
			<path stroke="#4285f4" d="M17.6 18.78A8.8 8.8 0 0 0 20.8 12H12" />
		</svg>
	)
}
