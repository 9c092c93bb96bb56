/**
 * Keeps the keys that compose a word with an input method, as for Chinese, Japanese or Korean, from every handler of the page.
 * Otherwise the Enter that ends a word would also open what it finds, and Escape, which cancels the word, would close a dialog.
 * Safari sends the last key after the composition has ended, and marks it only with the code 229.
 */
window.addEventListener(
	'keydown',
	(event) => {
		if (event.isComposing || event.keyCode === 229) event.stopPropagation()
	},
	{ capture: true },
)
