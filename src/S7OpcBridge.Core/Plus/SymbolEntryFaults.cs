using S7OpcBridge.Core.Symbols;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>Compares symbols of a map with those of a CPU.</summary>
public static class SymbolEntryFaults
{
    /// <summary>What of an entry does not fit the symbol that the CPU has, as half a sentence; null: all fits. Members are not looked at.</summary>
    public static string? FaultWith(this SymbolEntry entry, S7PlusSymbol symbol) =>
        entry.IsBrowse
            ? null
            : SymbolFaults.Find(
                entry.Type,
                entry.Details,
                new CpuSymbol
                {
                    Name = symbol.Path,
                    Symbol = symbol.Path,
                    Type = CpuTypes.TypeOf(symbol),
                    IsArray = symbol.IsArray,
                }
            );
}
