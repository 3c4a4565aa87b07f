namespace S7OpcBridge.Bridge.Units;

/// <summary>Finds the UNECE code of a unit by its symbol, code, name or a common synonym.</summary>
internal static class UnitCatalogue
{
    /// <summary>Namespace of the UNECE codes (OPC 10000-8, 5.6.3.3).</summary>
    public const string UneceNamespace = "http://www.opcfoundation.org/UA/units/un/cefact";

    private static readonly Lazy<Dictionary<string, (string Code, string Name)>> Catalogue = new(Load);

    // Common notations, and symbols that the table lists first for a rarer unit.
    private static readonly (string Written, string Code)[] Synonyms =
    [
        ("rpm", "RPM"),
        ("U/min", "RPM"),
        ("1/min", "RPM"),
        ("r/min", "RPM"),
        ("%", "P1"),
        ("pct", "P1"),
        ("percent", "P1"),
        ("C", "CEL"),
        ("degC", "CEL"),
        ("celsius", "CEL"),
        ("degF", "FAH"),
        ("F", "FAH"),
        ("pH", "Q30"),
        ("m3", "MTQ"),
        ("m2", "MTK"),
        ("m3/h", "MQH"),
        ("m³/h", "MQH"),
        ("L", "LTR"),
        ("liter", "LTR"),
        ("L/min", "L2"),
        ("L/h", "E32"),
        ("l/h", "E32"),
        ("pcs", "H87"),
        ("Stk", "H87"),
        ("St", "H87"),
        ("Nm", "NU"),
        ("Ohm", "OHM"),
        ("ohm", "OHM"),
        ("sec", "SEC"),
        ("hour", "HUR"),
        ("hours", "HUR"),
        ("kWh", "KWH"),
        ("deg", "DD"),
        ("ton", "TNE"),
        ("tons", "TNE"),
        ("kg/m3", "KMQ"),
        ("V", "VLT"),
        ("MW", "MAW"),
    ];

    /// <summary>Returns the unit; an unknown one has id −1 in the given namespace.</summary>
    public static EngineeringUnit Find(string written, string ownNamespace)
    {
        if (Catalogue.Value.TryGetValue(written, out var found))
            return new EngineeringUnit(UneceNamespace, IdOf(found.Code), written, found.Name);
        return new EngineeringUnit(ownNamespace, -1, written, written);
    }

    // The number consists of the code's characters, the first in the highest byte.
    private static int IdOf(string code)
    {
        var id = 0;
        foreach (var letter in code)
            id = (id << 8) | letter;
        return id;
    }

    private static Dictionary<string, (string Code, string Name)> Load()
    {
        using var stream =
            typeof(UnitCatalogue).Assembly.GetManifestResourceStream("unece.tsv")
            ?? throw new InvalidOperationException("The unit table is missing from this build.");
        using var reader = new StreamReader(stream);
        var bySymbol = new Dictionary<string, (string, string)>(StringComparer.Ordinal);
        var byCode = new Dictionary<string, (string Code, string Name)>(StringComparer.Ordinal);
        var byName = new List<(string Name, string Code)>();
        while (reader.ReadLine() is { } line)
        {
            var columns = line.Split('\t');
            byCode[columns[0]] = (columns[0], columns[2]);
            bySymbol.TryAdd(columns[1], (columns[0], columns[2]));
            byName.Add((columns[2], columns[0]));
        }
        foreach (var (written, code) in Synonyms)
            bySymbol[written] = byCode[code];
        foreach (var (name, code) in byName)
            bySymbol.TryAdd(name, (code, name));
        // Codes are searched last: the symbol t is a tonne, whatever code has the same spelling.
        foreach (var (code, unit) in byCode)
            bySymbol.TryAdd(code, unit);
        return bySymbol;
    }
}
