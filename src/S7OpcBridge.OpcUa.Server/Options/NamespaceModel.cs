namespace S7OpcBridge.OpcUa.Server.Options;

/// <summary>A namespace as its metadata describe it.</summary>
/// <param name="Uri">Its URI.</param>
internal sealed record NamespaceModel(string Uri)
{
    /// <summary>The version of the standard's model; empty: the namespace has no versions.</summary>
    public string Version { get; init; } = "";

    /// <summary>When that version was published, in UTC.</summary>
    public DateTime Published { get; init; }

    /// <summary>True where the server serves only a part of the model.</summary>
    public bool IsSubset { get; init; }

    /// <summary>True for a model that the standard publishes, whose ids are the same in every server.</summary>
    public bool IsStandard => Version.Length > 0;
}
