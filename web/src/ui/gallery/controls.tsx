import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Combobox } from '../combobox.tsx'
import { CopyField } from '../copy-field.tsx'
import { CopyText } from '../copy-text.tsx'
import { DateField, TimeField } from '../date-time-fields.tsx'
import { Field } from '../field.tsx'
import { FileButton } from '../file-button.tsx'
import { Input, Textarea } from '../input.tsx'
import { PasswordInput } from '../password-input.tsx'
import { Segmented } from '../segmented.tsx'
import { Select } from '../select.tsx'
import { Switch } from '../switch.tsx'
import { Exhibit, Row } from './exhibit.tsx'

const looks = ['primary', 'secondary', 'quiet', 'quiet-danger', 'outline-danger', 'danger', 'link'] as const
const rooms = ['Studio A', 'Studio B', 'Vocal booth', 'Control room'].map((label) => ({ value: label, label }))

/** All controls. */
export function Controls() {
  return (
    <>
      <Exhibit name="Buttons">
        {looks.map((look) => (
          <Row key={look}>
            <Button look={look}>Save changes</Button>
            <Button look={look} size="small">
              Small
            </Button>
            <Button look={look} pending pendingText="Saving...">
              Save
            </Button>
            <Button look={look} disabled>
              Disabled
            </Button>
          </Row>
        ))}
        <Row>
          <Button size="large">Large</Button>
          <IconButton name="Add">
            <Plus aria-hidden />
          </IconButton>
        </Row>
      </Exhibit>
      <TextFields />
      <Choices />
    </>
  )
}

function TextFields() {
  return (
    <Exhibit name="Text, date and time fields">
      <Field label="Studio name" hint="As your clients know it" required>
        {(control) => <Input {...control} defaultValue="Northlight Recording" />}
      </Field>
      <Field label="Email" error="Please enter a valid email address">
        {(control) => <Input {...control} type="email" defaultValue="nora@" />}
      </Field>
      <Field label="Read only">{(control) => <Input {...control} readOnly value="northlight" />}</Field>
      <Field label="Disabled">{(control) => <Input {...control} disabled placeholder="Nothing yet" />}</Field>
      <CopyText
        label="Secret"
        text="JBSW Y3DP EHPK 3PXP"
        value="JBSWY3DPEHPK3PXP"
        copiedText="Secret copied to clipboard"
      />
      <Field label="Password">{(control) => <PasswordInput {...control} defaultValue="secret" />}</Field>
      <Field label="Notes">{(control) => <Textarea {...control} placeholder="What should we prepare?" />}</Field>
      <DateField label="Booking date" defaultValue="2026-12-01" required />
      <TimeField label="Start time" error="Start time is required" />
    </Exhibit>
  )
}

function Choices() {
  const [room, setRoom] = useState('Studio B')
  const [isOn, setOn] = useState(true)
  return (
    <Exhibit name="Choices">
      <Segmented label="View" value={room} onChange={setRoom} choices={rooms} />
      <Field label="Service type">
        {(control) => <Select {...control} choices={rooms} placeholder="Please choose" defaultValue="" />}
      </Field>
      <Field label="Room" hint="Type to search">
        {(control) => <Combobox {...control} choices={rooms} value={room} onChange={setRoom} />}
      </Field>
      <Switch label="Approve new clients" hint="Otherwise they join at once" checked={isOn} onChange={setOn} />
      <Switch label="Off" checked={false} onChange={() => undefined} />
      <Switch label="Disabled" checked disabled onChange={() => undefined} />
      <CopyField label="Sign-up link" url="https://studiohub.example/auth/signup" copiedText="Link copied" />
      <FileButton label="Picture" types={['image/png']} pending={false} onFile={() => undefined}>
        Upload picture
      </FileButton>
    </Exhibit>
  )
}
