/**
 * Which fields a person has typed into, ticked or chosen from: an update leaves those as they are.
 */

const touched = new WeakSet();
const free = new WeakSet();

/** Begin to notice what people do to fields. */
export function watchFields() {
  document.addEventListener('input', note);
  document.addEventListener('change', note);
}

/** Whether an update must leave this field's value alone: it was touched, or the caret stands in it. */
export function isHeld(field) {
  return touched.has(field) || (field === document.activeElement && !free.has(field));
}

/** These fields with what stands in them now, for `letGo`. */
export function standing(fields) {
  return fields.map((field) => [field, valueOf(field)]);
}

/** Hand fields back to the server once it has taken their values, except those changed since. */
export function letGo(sent) {
  for (const [field, value] of sent) {
    if (valueOf(field) === value) {
      touched.delete(field);
      free.add(field);
    }
  }
}

function note({ target: field }) {
  touched.add(field);
  free.delete(field);
}

function valueOf(field) {
  return field.type === 'checkbox' ? field.checked : field.value;
}
