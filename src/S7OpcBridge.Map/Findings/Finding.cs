namespace S7OpcBridge.Map;

/// <summary>Something the map's author should know.</summary>
/// <param name="Spot">Where.</param>
/// <param name="IsError">False: a warning, which stops nothing.</param>
/// <param name="Message">What is wrong; what to do.</param>
public readonly record struct Finding(SourceSpot Spot, bool IsError, string Message)
{
    /// <summary>The one form that editors and people read: <c>file:line:column: error: message</c>.</summary>
    public override string ToString() => $"{Spot}: {(IsError ? "error" : "warning")}: {Message}";
}
