/** Saves a text as a file of this device. */
export function saveText(text: string, fileName: string, type: string): void {
	const address = URL.createObjectURL(new Blob([text], { type }))
	const link = document.createElement('a')
	link.href = address
	link.download = fileName
	link.click()
	// Safari fetches it a moment later.
	setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
