// Fills a Medusa shop: `medusa exec ./load.js <laptops.json> <shop.json>`; it writes how to call it to the second file.
const { readFileSync, writeFileSync } = require('node:fs')
const {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} = require('@medusajs/medusa/core-flows')

const AT_ONCE = 100

module.exports.default = async ({ container, args: [from, to] }) => {
  const laptops = JSON.parse(readFileSync(from, 'utf8'))
  const run = async (workflow, input) => (await workflow(container).run({ input })).result
  const [channel] = await run(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'shop' }] })
  const [key] = await run(createApiKeysWorkflow, {
    api_keys: [{ title: 'shop', type: 'publishable', created_by: '' }],
  })
  await run(linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] })
  const [region] = await run(createRegionsWorkflow, {
    regions: [{ name: 'all', currency_code: 'usd', countries: ['us'] }],
  })
  for (let at = 0; at < laptops.length; at += AT_ONCE) {
    const products = laptops.slice(at, at + AT_ONCE).map((laptop) => toProduct(laptop, channel.id))
    await run(createProductsWorkflow, { products })
  }
  writeFileSync(to, JSON.stringify({ key: key.token, region: region.id }))
}

function toProduct({ id, name, description, price }, channel) {
  return {
    title: name,
    handle: id,
    description,
    status: 'published',
    sales_channels: [{ id: channel }],
    options: [{ title: 'Kind', values: ['used'] }],
    variants: [
      {
        title: 'used',
        sku: id,
        manage_inventory: false,
        options: { Kind: 'used' },
        prices: [{ amount: price, currency_code: 'usd' }],
      },
    ],
  }
}
