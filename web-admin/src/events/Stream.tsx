import { RecordLink } from '../audit/RecordLink.tsx';

/** The record of a stream by name, above the stream's id. */
export const Stream = ({ id }: { id: string }) => (
  <>
    <RecordLink streamId={id} />
    <div className="under mono">{id}</div>
  </>
);
