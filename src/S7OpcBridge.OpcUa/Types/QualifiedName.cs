namespace S7OpcBridge.OpcUa;

/// <summary>A name within a namespace (OPC 10000-3, 8.3).</summary>
public readonly record struct QualifiedName(ushort Namespace, string? Name)
{
    /// <inheritdoc/>
    public override string ToString() => Namespace == 0 ? Name ?? "" : $"{Namespace}:{Name}";
}
