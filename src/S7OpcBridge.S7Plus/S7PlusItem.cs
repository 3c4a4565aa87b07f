namespace S7OpcBridge.S7Plus;

/// <summary>One thing to read or write: where it is, and what its bytes look like.</summary>
/// <param name="Address">Where the CPU finds it.</param>
/// <param name="Shape">Its type and size.</param>
public readonly record struct S7PlusItem(S7PlusAddress Address, S7PlusShape Shape);
