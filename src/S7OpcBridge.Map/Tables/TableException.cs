namespace S7OpcBridge.Map.Tables;

/// <summary>A table that can't be read: what is wrong and what to do, for a finding.</summary>
/// <param name="spot">Where.</param>
/// <param name="message">What is wrong; what to do.</param>
internal class TableException(SourceLocation spot, string message) : Exception(message)
{
    /// <summary>Where.</summary>
    public SourceLocation Spot => spot;
}
