namespace S7OpcBridge.NodesetTool;

/// <summary>The few ids that the generators themselves need.</summary>
internal static class WellKnown
{
    public const uint HasSubtype = 45,
        HasEncoding = 38,
        Structure = 22,
        BaseDataType = 24,
        DiagnosticInfo = 25,
        Enumeration = 29,
        Union = 12756;
}
