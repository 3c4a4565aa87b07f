// Paths into the map, as its edits name places.

/** The item of a list with a name: item('plcs', 'Line1') is plcs[Line1]. */
export const item = (list, name) => `${list}[${/^$|[\]"#]/.test(name) ? `"${name.replace(/[\\"]/g, '\\$&')}"` : name}]`;
