namespace S7OpcBridge.Import.Finishing;

/// <summary>Symbols as TIA Portal spells them: <c>"DB_Pack".Axis[2].Position</c>.</summary>
internal static class SymbolName
{
    /// <summary>The symbol of a member.</summary>
    /// <param name="root">The block's or tag's symbol, in quotes.</param>
    /// <param name="path">Its levels below, with indexes, separated by slashes.</param>
    public static string Join(string root, string path) =>
        path.Length == 0 ? root : $"{root}.{string.Join('.', path.Split('/').Select(Level))}";

    /// <summary>A symbol by which the same member is found however it was quoted: without quotes, in capitals.</summary>
    public static string Key(string symbol) => symbol.Replace("\"", "", StringComparison.Ordinal).ToUpperInvariant();

    // A name that is no plain identifier stands in quotes; its index does not.
    private static string Level(string level)
    {
        var index = level.EndsWith(']') && level.LastIndexOf('[') is > 0 and var open ? open : level.Length;
        var name = level[..index];
        var isPlain = name.Length > 0 && (char.IsLetter(name[0]) || name[0] == '_') && name.All(c => char.IsLetterOrDigit(c) || c == '_');
        return isPlain ? level : $"\"{name}\"{level[index..]}";
    }
}
