/** Saves a text or bytes as a file of this device. */
export function saveFile(content: string | Uint8Array<ArrayBuffer>, fileName: string, type: string): void {
	const address = URL.createObjectURL(new Blob([content], { type }))
	const link = document.createElement('a')
	link.href = address
	link.download = fileName
	link.click()
	// Safari fetches it a moment later.
	setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
