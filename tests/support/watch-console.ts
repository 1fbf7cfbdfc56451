import { watchConsole } from './console.ts'

/* A setup file is loaded again for every test file, and console.ts once for all. */
watchConsole()
