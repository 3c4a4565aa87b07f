namespace S7OpcBridge.Web.Metrics;

/// <summary>The labels of a metric's value: up to two names with values. Never a tag name, because there are too many tags.</summary>
internal readonly record struct Labels(string? Name1 = null, string Value1 = "", string? Name2 = null, string Value2 = "")
{
    public static Labels Plc(string plc) => new("plc", plc);

    public static Labels Scan(string plc, string scan) => new("plc", plc, "scan_class", scan);

    /// <summary>A copy with one more label.</summary>
    public Labels With(string name, string value) => Name1 is null ? new Labels(name, value) : this with { Name2 = name, Value2 = value };
}
