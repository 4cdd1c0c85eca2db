import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { ErrorNote, Waiting } from '../components/states.tsx';
import { Empty } from '../components/texts.tsx';
import { ConfirmButton } from '../form/ConfirmButton.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { Field } from '../form/inputs.tsx';
import './enquiries.css';
import type { EnquiryTemplateAnswer as Template } from '@fynbos/api/enquiries/answers.ts';
import { useTemplates } from './enquiry.tsx';

function TemplateDialog({ template }: { template?: Template }) {
  return (
    <FormDialog<{ title: string; text: string }>
      action="Save template"
      done="Saved."
      send={({ title, text }, { command }) =>
        template
          ? command('PUT', `enquiry-templates/${template.id}`, { title, text }, { version: template.version })
          : command('POST', 'enquiry-templates', { title, text })
      }
      title={template ? ['Edit %{title}', { title: template.title }] : 'New template'}
      values={template ?? {}}
      wide="sm"
    >
      <Field label="Title" missing="A title is required!" source="title" />
      <Field
        hint="{reference} and {reservation} stand for those of the enquiry."
        label="Text"
        minRows={6}
        missing="A text is required!"
        multiline
        source="text"
      />
    </FormDialog>
  );
}

/** Templates for frequent answers of support. */
export default function TemplatesPage() {
  const { data, error, refetch } = useTemplates();
  const may = useMay();
  const mayChange = may('enquiries:answer');
  return (
    <>
      <PageHead
        actions={mayChange && <ActionButton label="New template" dialog={<TemplateDialog />} variant="contained" />}
        parent={{ to: '/contact-support', label: 'Contact Us and Support' }}
        title="Reply templates"
      />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {!data && !error && <Waiting />}
      {data?.length === 0 && <Empty>No templates yet. A template is reusable text for answers.</Empty>}
      <ul className="enquiry-list">
        {(data ?? []).map((template) => (
          <li className="card enquiry-card" key={template.id}>
            <h2>{template.title}</h2>
            <p className="enquiry-details">{template.text}</p>
            {mayChange && (
              <div className="actions">
                <ActionButton
                  label="Edit"
                  accessibleName={['Edit %{title}', { title: template.title }]}
                  dialog={<TemplateDialog template={template} />}
                  size="small"
                  variant="outlined"
                />
                <ConfirmButton
                  accessibleName={['Remove %{title}', { title: template.title }]}
                  content="Answers that were sent stay as they are."
                  run={({ command }) => command('DELETE', `enquiry-templates/${template.id}`)}
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
