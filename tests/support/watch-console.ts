import { watchConsole } from './console.ts'

/* A setup file is loaded anew for every test file, and console.ts once for all. */
watchConsole()
