import { Link } from 'react-router-dom';

/** Three steps and three figures (specification, section 9), for new visitors. */
export function HowItWorks() {
  return (
    <div className="page stack-wide">
      <section className="stack" aria-labelledby="how">
        <h2 id="how">How it works</h2>
        <ol className="steps">
          <li>
            <h3>Register your agency</h3>
            <p>Confirm your cell number with a one-time password and get your loyalty tracking number.</p>
          </li>
          <li>
            <h3>Book with a promotion code</h3>
            <p>Put your tracking number and an active code on the reservation. Any vehicle group, any branch.</p>
          </li>
          <li>
            <h3>See every rand</h3>
            <p>Each reservation shows gross, tax and nett, and why. From R100 it is paid to your bank account.</p>
          </li>
        </ol>
        <p>
          <Link to="/registration">Register</Link> in about five minutes, or read the{' '}
          <Link to="/frequently-asked">frequently asked questions</Link>.
        </p>
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures" className="sr-only">
          The figures
        </h2>
        <dl className="figures">
          <div>
            <dt>Least reward for a qualifying reservation, before tax</dt>
            <dd>R50</dd>
          </div>
          <div>
            <dt>Balance from which you are paid; less adds up until then</dt>
            <dd>R100</dd>
          </div>
          <div>
            <dt>PAYE that we pay to the tax authority for you, with an IRP5 each year</dt>
            <dd>25{'\u202f'}%</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
