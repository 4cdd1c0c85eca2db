import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { StatusTag } from '../components/texts.tsx';
import type { FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { CreatePromotionDialog, EditPromotionDialog } from './PromotionDialogs.tsx';
import { PromotionSwitch } from './PromotionSwitch.tsx';
import { rateShown } from './promotion.ts';
import './promotions.css';
import { useAsOf } from '../as-of/as-of.tsx';
import { T } from '../i18n/T.tsx';

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'q', label: 'Search title or description' },
  { kind: 'choice', source: 'state', label: 'State', choices: ['active', 'inactive', 'planned', 'ended'] },
];

function PromotionCard({ promotion, mayChange }: { promotion: Promotion; mayChange: boolean }) {
  const { id, promoCode, promoRate, description, state } = promotion;
  const { search } = useLocation();
  return (
    <li className="card promotion-card">
      <h2>
        <Link to={`/promotions/${id}`}>{promoCode}</Link> <StatusTag status={state} />
      </h2>
      <dl>
        <T as="dt">Incentive Amount</T>
        <dd className="promotion-rate">{rateShown(promoRate)}</dd>
        <T as="dt">Description</T>
        <dd>{description}</dd>
      </dl>
      {mayChange && (
        <div className="actions">
          <ActionButton
            label="Edit"
            accessibleName={['Edit %{promoCode}', { promoCode }]}
            to={{ pathname: `/promotions/edit/${id}`, search }}
            variant="outlined"
          />
          <PromotionSwitch promotion={promotion} />
        </div>
      )}
    </li>
  );
}

export default function PromotionsPage() {
  const { pathname, search } = useLocation();
  const { id } = useParams();
  const navigate = useNavigate();
  const may = useMay();
  const asOf = useAsOf();
  const mayChange = !asOf && may('promotions:change');
  const close = () => navigate(`/promotions${search}`);
  return (
    <>
      <ListPage
        actions={
          mayChange && (
            <ActionButton
              label="Create New Promotion"
              to={{ pathname: '/promotions/create', search }}
              variant="contained"
            />
          )
        }
        cards={{
          className: 'promotion-grid',
          card: (promotion) => <PromotionCard mayChange={mayChange} promotion={promotion} />,
        }}
        empty="No promotions yet. Create the first one: agents earn on rentals reserved with its title as the code."
        filters={FILTERS}
        perPage={200}
        resource="promotions"
        sort={{ field: 'createdAt', order: 'DESC' }}
        title="Campaign Management"
      />
      {mayChange && pathname.endsWith('/promotions/create') && <CreatePromotionDialog onClose={close} />}
      {mayChange && id && pathname.includes('/promotions/edit/') && <EditPromotionDialog id={id} onClose={close} />}
    </>
  );
}
