import { apply } from '@oddbird/popover-polyfill/fn'

// Its styles have the priority of the browser's own: below every class here.
apply({ layerName: 'theme' })
