using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>The location and type of an item's bytes.</summary>
/// <param name="Area">Data block or another area.</param>
/// <param name="Db">Number of the data block.</param>
/// <param name="Offset">First byte.</param>
/// <param name="Bit">The bit of a single Bool; −1: whole bytes.</param>
/// <param name="Shape">Type and sizes.</param>
/// <param name="IsWritable">False where writes are refused.</param>
internal readonly record struct SymbolLocation(S7Area Area, ushort Db, int Offset, int Bit, S7PlusShape Shape, bool IsWritable)
{
    /// <summary>Bytes of the item.</summary>
    public int Length => Bit >= 0 ? 1 : Shape.ByteLength;
}
