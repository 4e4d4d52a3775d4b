/**
 * What some library needs and browsers of 2021 lack. Import it before that library.
 */

Object.hasOwn ??= (object, key) => Object.prototype.hasOwnProperty.call(object, key);
