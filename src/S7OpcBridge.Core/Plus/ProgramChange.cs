namespace S7OpcBridge.Core.Plus;

/// <summary>What a download changed of the symbols that a map names.</summary>
internal static class ProgramChange
{
    /// <summary>In words, one per symbol; empty: nothing.</summary>
    public static IReadOnlyList<string> Describe(CpuSymbols before, CpuSymbols now)
    {
        var (old, fresh) = (Values(before), Values(now));
        var words = new List<string>();
        foreach (var (symbol, type) in old)
        {
            if (!fresh.TryGetValue(symbol, out var other))
                words.Add($"{symbol} is gone");
            else if (other != type)
                words.Add($"{symbol} is {other} and was {type}");
        }
        words.AddRange(fresh.Keys.Where(symbol => !old.ContainsKey(symbol)).Select(symbol => $"{symbol} is new"));
        return words;
    }

    private static Dictionary<string, string> Values(CpuSymbols symbols)
    {
        var values = new Dictionary<string, string>();
        foreach (var symbol in symbols.Found.Values)
            Add(symbol, values);
        return values;
    }

    private static void Add(CpuSymbol symbol, Dictionary<string, string> values)
    {
        if (symbol.IsValue)
            values[symbol.Symbol] = symbol.Type.ToString();
        foreach (var member in symbol.Members)
            Add(member, values);
    }
}
