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
            <p>Add your tracking number and an active promotion code to the reservation.</p>
          </li>
          <li>
            <h3>Get paid</h3>
            <p>See gross, tax and nett for every reservation. Once you reach R100, we pay it into your bank account.</p>
          </li>
        </ol>
        <p>
          It takes about five minutes to <Link to="/registration">register</Link>. Questions first? Read the{' '}
          <Link to="/frequently-asked">frequently asked questions</Link>.
        </p>
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures" className="sr-only">
          The figures
        </h2>
        <dl className="figures">
          <div>
            <dt>Minimum reward per qualifying reservation, before tax</dt>
            <dd>R50</dd>
          </div>
          <div>
            <dt>Payout threshold. Smaller amounts roll over until you reach it</dt>
            <dd>R100</dd>
          </div>
          <div>
            <dt>PAYE we pay to SARS for you, with an IRP5 certificate every year</dt>
            <dd>25%</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
