namespace S7OpcBridge.S7Plus;

/// <summary>An item to read or write: its address, and the form of its bytes.</summary>
/// <param name="Address">Its address in the CPU.</param>
/// <param name="Shape">Its type and size.</param>
public readonly record struct S7PlusItem(S7PlusAddress Address, S7PlusShape Shape);
