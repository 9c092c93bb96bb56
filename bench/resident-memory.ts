import { readFile } from 'node:fs/promises'

/** Bytes of memory a process holds just now. */
export async function residentBytes(pid: number | undefined): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8')
	return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}
