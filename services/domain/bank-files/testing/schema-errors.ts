import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

/** Against the definition of pain.001.001.09, all messages in one call, because the validator starts slowly. */
export async function schemaErrors(...messages: readonly string[]): Promise<readonly string[]> {
  const contents = await readFile(new URL('./pain.001.001.09.xsd', import.meta.url), 'utf8');
  const { errors } = await validateXML({
    xml: messages.map((message, index) => ({ fileName: `message-${index}.xml`, contents: message })),
    schema: [{ fileName: 'pain.001.001.09.xsd', contents }],
  });
  return errors.map(({ message }) => message);
}
