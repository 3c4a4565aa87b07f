namespace S7OpcBridge.OpcUa;

/// <summary>A text in some language (OPC 10000-3, 8.5).</summary>
public readonly record struct LocalizedText(string? Text, string? Locale = null)
{
    /// <inheritdoc/>
    public override string ToString() => Text ?? "";
}
