namespace S7OpcBridge;

/// <summary>What tells the figures of one metric apart: up to two names with their values. Never a tag: there are too many.</summary>
internal readonly record struct Labels(string? Name1 = null, string Value1 = "", string? Name2 = null, string Value2 = "")
{
    public static Labels Plc(string plc) => new("plc", plc);

    public static Labels Scan(string plc, string scan) => new("plc", plc, "scan_class", scan);

    /// <summary>The same with one more.</summary>
    public Labels With(string name, string value) => Name1 is null ? new Labels(name, value) : this with { Name2 = name, Value2 = value };
}
