using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>Symbols as people write them.</summary>
public static class SymbolText
{
    /// <summary>Takes a symbol such as <c>"DB_Pack".Axis[2].Position</c> apart.</summary>
    /// <param name="symbol">The symbol.</param>
    /// <param name="levels">Its levels without quotes, indexes with their level: <c>DB_Pack</c>, <c>Axis[2]</c>, <c>Position</c>.</param>
    /// <param name="error">What is wrong, as half a sentence; empty where nothing is.</param>
    public static bool TrySplit(string symbol, out IReadOnlyList<string> levels, out string error) => S7PlusSymbol.TrySplit(symbol, out levels, out error);
}
