import { useSession } from '../../session/session.ts';
import { Blurb } from './Blurb.tsx';
import { FlipCard } from './FlipCard.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { SignedInCard } from './SignedInCard.tsx';
import '../../styles/forms.css';
import './landing.css';

/** The landing page: a description of the programme and the login card. */
export default function LandingPage() {
  const session = useSession();
  return (
    <>
      <div className="hero">
        <div className="hero-inner">
          <Blurb />
          {session ? <SignedInCard session={session} /> : <FlipCard />}
        </div>
      </div>
      <HowItWorks />
    </>
  );
}
