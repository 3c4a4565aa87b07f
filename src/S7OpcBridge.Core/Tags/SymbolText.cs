using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>Parses symbols as written in a map.</summary>
public static class SymbolText
{
    /// <summary>Splits a symbol such as <c>"DB_Pack".Axis[2].Position</c> into its levels.</summary>
    /// <param name="levels">Its levels without quotes, indexes with their level: <c>DB_Pack</c>, <c>Axis[2]</c>, <c>Position</c>.</param>
    /// <param name="error">What is wrong, as half a sentence; empty on success.</param>
    public static bool TrySplit(string symbol, out IReadOnlyList<string> levels, out string error) =>
        S7PlusSymbol.TrySplit(symbol, out levels, out error);
}
