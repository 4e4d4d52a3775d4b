/**
 * What stands in a form's fields, as the body of a command: `data-as` says how a field is read.
 */

const READERS = {
  int: (fields) => numberOf(fields),
  ints: (fields) => chosen(fields).map(Number),
  list: (fields) => chosen(fields),
  'seconds-from-minutes': (fields) => {
    const minutes = numberOf(fields);
    return minutes === null ? null : Math.round(minutes * 60);
  },
  text: (fields) => chosen(fields)[0],
};

/** The form that a button stands in or belongs to by its `form`; a form is its own. */
export function formOf(source) {
  return source.localName === 'form' ? source : source.form;
}

/** The fields that this button or form sends: those that its `data-with` names, or all of a form's. */
export function fieldsOf(source) {
  const all = fieldsIn(formOf(source));
  return source.dataset.with === undefined && source === formOf(source) ? all : called(all, source.dataset.with);
}

/** The fields of its form that have one of these names. */
export function fieldsCalled(source, names) {
  return called(fieldsIn(formOf(source)), names);
}

/** Whether something else stands in the field than the server put there. */
export function isChanged(field) {
  if (field.localName === 'select') {
    return Array.from(field.options).some((option) => option.selected !== option.defaultSelected);
  }
  return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
}

/** Whether the browser finds the fields filled in as they should be; it tells the person otherwise. */
export function areValid(fields) {
  return fields.every((field) => field.form?.noValidate || field.reportValidity());
}

/** Field names with what stands in them; a text that was not chosen is left out. "a.b" is the field b within a. */
export function valuesOf(fields) {
  const values = {};
  for (const name of new Set(fields.map((field) => field.name))) {
    const named = fields.filter((field) => field.name === name);
    const value = READERS[named[0].dataset.as ?? 'text'](named);
    if (value !== undefined) {
      const path = name.split('.');
      const last = path.pop();
      path.reduce((within, part) => (within[part] ??= {}), values)[last] = value;
    }
  }
  return values;
}

function fieldsIn(form) {
  return Array.from(form?.elements ?? []).filter(
    (field) => field.matches('input, select, textarea') && field.name && !field.disabled,
  );
}

function called(fields, names) {
  const wanted = (names ?? '').split(/[\s,]+/);
  return fields.filter((field) => wanted.includes(field.name));
}

function chosen(fields) {
  return fields.flatMap((field) => {
    if (field.localName === 'select') {
      return Array.from(field.selectedOptions, (option) => option.value);
    }
    return field.type === 'checkbox' && !field.checked ? [] : [field.value];
  });
}

/** A number, or null where none stands: the server says what is wrong with that. */
function numberOf(fields) {
  const [value = ''] = chosen(fields);
  const number = Number(value);
  return value.trim() === '' || Number.isNaN(number) ? null : number;
}
