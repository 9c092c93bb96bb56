import { solve, type Work } from './solve.ts'

addEventListener('message', ({ data }: MessageEvent<Work>) => postMessage(solve(data)))
