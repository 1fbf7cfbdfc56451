/** About Us: a picture of how the shop works, and what it is. */
export function AboutUs() {
  return (
    <section id="about" className="column section grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
      <Drawing />
      <div>
        <h2 className="text-xl">About Us</h2>
        <div className="prose-column mt-5 text-muted">
          <p className="text-lg text-ink">
            Clamshell provides second-hand laptops of world-class brands: HP, Dell and Walton.
          </p>
          <p>
            A good laptop lasts longer than its first owner needs it. Here that owner says how old the machine
            is, what it once cost, what it costs now and what is wrong with it. Conditions mean the same for
            everyone: <strong>Excellent</strong>, <strong>Good</strong> and <strong>Fair</strong> each say how
            the machine looks and what of it works; the first two also promise how much of its battery is
            left.
          </p>
          <p>
            You order, meet the seller where it suits you both, look at the laptop, and pay by card. A seller
            with the Verified Seller badge has been checked by us. Once a laptop is paid for, it is sold to
            nobody else.
          </p>
        </div>
      </div>
    </section>
  )
}

function Drawing() {
  return (
    <svg
      viewBox="0 0 640 480"
      className="w-full"
      role="img"
      aria-label="An open laptop, its price tag on the lid"
    >
      <rect width="640" height="480" rx="24" className="fill-sunken" />
      <path d="M150 96h340a14 14 0 0 1 14 14v206H136V110a14 14 0 0 1 14-14Z" className="fill-bezel" />
      <path d="M152 112h336v188H152z" className="fill-raised" />
      <g className="stroke-line" strokeWidth="10" strokeLinecap="round">
        <path d="M180 150h120M180 182h176M180 214h148M180 246h164" />
      </g>
      <g className="stroke-trust" strokeWidth="8" strokeLinecap="round" strokeLinejoin="round" fill="none">
        <path d="m392 168 12 12 24-26M392 226l12 12 24-26" />
      </g>
      <path d="M120 318h400" className="stroke-hinge" strokeWidth="4" />
      <path
        d="M190 314h56a4 4 0 0 1 0 8h-56a4 4 0 0 1 0-8ZM394 314h56a4 4 0 0 1 0 8h-56a4 4 0 0 1 0-8Z"
        className="fill-hinge"
      />
      <path
        d="M128 326h384l44 62a10 10 0 0 1-8 16H92a10 10 0 0 1-8-16l44-62Z"
        className="fill-raised stroke-edge"
        strokeWidth="2"
      />
      <path d="M160 342h320l12 18H148zM276 374h88l8 16H268z" className="fill-line" />
      <path
        d="M440 90 470 60l64 64-30 30a10 10 0 0 1-14 0l-50-50a10 10 0 0 1 0-14Z"
        className="fill-signal"
      />
      <circle cx="500" cy="94" r="7" className="fill-sunken" />
      <path d="M500 94C520 70 540 62 566 62" className="stroke-hinge" strokeWidth="3" fill="none" />
    </svg>
  )
}
