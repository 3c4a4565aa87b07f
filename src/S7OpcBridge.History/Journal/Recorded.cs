namespace S7OpcBridge.History.Journal;

/// <summary>A value on its way to the journal.</summary>
/// <param name="Series">The number of the series.</param>
/// <param name="Type">The type byte: built-in type of a packed scalar, 0 for null, 0x80 for an encoded Variant.</param>
/// <param name="Time">The source time, in OPC UA ticks.</param>
/// <param name="Bits">The bits of a packed scalar.</param>
/// <param name="Encoded">The bytes of an encoded Variant.</param>
internal readonly record struct Recorded(int Series, byte Type, uint Status, long Time, long Bits, byte[]? Encoded);
