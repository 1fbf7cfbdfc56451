import { apply } from '@oddbird/popover-polyfill/fn'

// Its styles stand where the browser's own would: below all that a class here says.
apply({ layerName: 'theme' })
