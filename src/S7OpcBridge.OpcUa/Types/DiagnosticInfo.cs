namespace S7OpcBridge.OpcUa;

/// <summary>
/// Vendor-specific details of an error (OPC 10000-6, 5.2.2.12). The numbers are indexes into the string table of the response header; null: none.
/// </summary>
public sealed record DiagnosticInfo
{
    /// <summary>Name of the error.</summary>
    public int? SymbolicId { get; init; }

    /// <summary>Namespace of the name.</summary>
    public int? NamespaceUri { get; init; }

    /// <summary>Language of the text.</summary>
    public int? Locale { get; init; }

    /// <summary>The error in words.</summary>
    public int? LocalizedText { get; init; }

    /// <summary>Details, not translated.</summary>
    public string? AdditionalInfo { get; init; }

    /// <summary>Status of an operation underneath.</summary>
    public StatusCode? InnerStatusCode { get; init; }

    /// <summary>Details of an operation underneath.</summary>
    public DiagnosticInfo? InnerDiagnosticInfo { get; init; }
}
