/** Stands by a form that can do nothing without scripts: the server sends whoever presses its button back to it. */
export function NeedsScripts() {
	return (
		<noscript>
			<p className="border-l-2 border-marker pl-4">
				This form needs JavaScript, which is switched off in this browser. Switch it on for this site, then
				load the page again.
			</p>
		</noscript>
	)
}
