import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { ConfirmButton } from '../form/ConfirmButton.tsx';
import { useOpened } from '../form/EditDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { Field } from '../form/inputs.tsx';
import './enquiries.css';
import type { EnquiryTemplateAnswer as Template } from '@fynbos/api/enquiries/answers.ts';
import { ListPage } from '../list/ListPage.tsx';

function TemplateDialog({ template: current }: { template?: Template }) {
  const template = useOpened(current);
  return (
    <FormDialog<{ title: string; text: string }>
      action="Save template"
      doneMessage="Saved."
      send={({ title, text }, { command }) =>
        template
          ? command('PUT', `enquiry-templates/${template.id}`, { title, text }, { version: template.version })
          : command('POST', 'enquiry-templates', { title, text })
      }
      title={template ? ['Edit %{title}', { title: template.title }] : 'New template'}
      values={template ?? {}}
      maxWidth="sm"
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

function TemplateCard({ template, mayChange }: { template: Template; mayChange: boolean }) {
  const { id, title, text } = template;
  return (
    <li className="card enquiry-card">
      <h2>{title}</h2>
      <p className="enquiry-details">{text}</p>
      {mayChange && (
        <div className="actions">
          <ActionButton
            label="Edit"
            accessibleName={['Edit %{title}', { title }]}
            dialog={<TemplateDialog template={template} />}
            size="small"
            variant="outlined"
          />
          <ConfirmButton
            accessibleName={['Remove %{title}', { title }]}
            content="Answers that were sent stay as they are."
            run={({ command }) => command('DELETE', `enquiry-templates/${id}`)}
            size="small"
            title={['Remove %{title}?', { title }]}
          />
        </div>
      )}
    </li>
  );
}

export default function TemplatesPage() {
  const mayChange = useMay()('enquiries:answer');
  return (
    <ListPage
      actions={mayChange && <ActionButton label="New template" dialog={<TemplateDialog />} variant="contained" />}
      cards={{
        className: 'enquiry-list',
        card: (template) => <TemplateCard mayChange={mayChange} template={template} />,
      }}
      empty="No templates yet. A template is reusable text for answers."
      parent={{ to: '/contact-support', label: 'Contact Us and Support' }}
      perPage={100}
      resource="enquiry-templates"
      sort={{ field: 'title', order: 'ASC' }}
      title="Reply templates"
    />
  );
}
