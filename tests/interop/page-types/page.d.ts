// What TypeScript cannot know of the page: a selector or an id does not say what kind of element it finds, and forms hold their fields by name.
interface ParentNode {
  querySelector(selectors: string): any;
}

interface NonElementParentNode {
  getElementById(id: string): any;
}

interface Document {
  getElementById(id: string): any;
}

interface HTMLFormControlsCollection {
  [name: string]: any;
}
