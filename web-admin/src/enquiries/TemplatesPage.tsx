import { required, TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { ConfirmButton } from '../form/ConfirmButton.tsx';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { ActionButton, useAction } from '../record/ActionButton.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Empty } from '../record/texts.tsx';
import { useMay } from '../record/use-may.ts';
import './support.css';
import type { EnquiryTemplateAnswer as Template } from '@fynbos/api/enquiries/answers.ts';
import { useTemplates } from './enquiry.tsx';

function TemplateDialog({ template, onClose }: { template?: Template; onClose: () => void }) {
  const submit = useSubmit({
    send: ({ title, text }: { title: string; text: string }) =>
      template
        ? call('PUT', `enquiry-templates/${template.id}`, { title, text }, { 'If-Match': String(template.version) })
        : call('POST', 'enquiry-templates', { title, text }),
    done: 'Saved.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Save template"
      onClose={onClose}
      onSubmit={submit}
      title={template ? ['Edit %{title}', { title: template.title }] : 'New template'}
      values={template ?? {}}
      wide="sm"
    >
      <TextInput label="Title" source="title" validate={required('A title is required!')} />
      <TextInput
        helperText="{reference} and {reservation} stand for those of the enquiry."
        label="Text"
        minRows={6}
        multiline
        source="text"
        validate={required('A text is required!')}
      />
    </FormDialog>
  );
}

/** Templates for frequent answers of support. */
export default function TemplatesPage() {
  const { data, error, refetch } = useTemplates();
  const may = useMay();
  const mayChange = may('enquiries:answer');
  const { act } = useAction(refetch);
  const remove = (id: string) => act(() => call('DELETE', `enquiry-templates/${id}`));
  return (
    <>
      <PageHead
        actions={
          mayChange && (
            <ActionButton
              label="New template"
              dialog={(close) => <TemplateDialog onClose={close} />}
              variant="contained"
            />
          )
        }
        crumbs={[{ to: '/contact-support', label: 'Contact Us and Support' }]}
        title="Reply templates"
      />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {!data && !error && <Waiting />}
      {data?.length === 0 && <Empty>No templates yet. A template is reusable text for answers.</Empty>}
      <ul className="enquiry-list">
        {(data ?? []).map((template) => (
          <li className="enquiry-card" key={template.id}>
            <h2>{template.title}</h2>
            <p className="enquiry-details">{template.text}</p>
            {mayChange && (
              <div className="card-actions">
                <ActionButton
                  label="Edit"
                  accessibleName={['Edit %{title}', { title: template.title }]}
                  dialog={(close) => <TemplateDialog onClose={close} template={template} />}
                  size="small"
                  variant="outlined"
                />
                <ConfirmButton
                  accessibleName={['Remove %{title}', { title: template.title }]}
                  content="Answers that were sent stay as they are."
                  onConfirm={() => remove(template.id)}
                  size="small"
                  title={['Remove %{title}?', { title: template.title }]}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
