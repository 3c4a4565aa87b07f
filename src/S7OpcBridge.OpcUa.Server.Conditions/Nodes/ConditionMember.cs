namespace S7OpcBridge.OpcUa.Server.Conditions.Nodes;

/// <summary>A node that conditions have: itself, a property, a component, a method.</summary>
/// <param name="Path">Browse names from the condition on, with slashes between; empty: the condition.</param>
/// <param name="Class">Object, Variable or Method.</param>
/// <param name="Type">Type definition; 0: that of the condition's kind, or a method's none.</param>
/// <param name="DataType">Of a variable.</param>
/// <param name="IsArray">True for an array of one dimension.</param>
/// <param name="Declaration">Of a method: the method of the type; of its InputArguments: those of the type.</param>
/// <param name="Namespace">Of its browse name.</param>
internal sealed record ConditionMember(
    string Path,
    NodeClass Class,
    uint Type = 0,
    uint DataType = 0,
    bool IsArray = false,
    uint Declaration = 0,
    ushort Namespace = 0
)
{
    public string Name { get; } = Path[(Path.LastIndexOf('/') + 1)..];

    /// <summary>The path in UTF-8; browse names of namespace 0 are ASCII.</summary>
    public byte[] Utf8 { get; } = System.Text.Encoding.ASCII.GetBytes(Path);

    /// <summary>The component directly below the condition that it belongs to, or is.</summary>
    public string Component { get; } = Path.IndexOf('/') is >= 0 and var slash ? Path[..slash] : Path;

    /// <summary>The path of the node that it belongs to.</summary>
    public string Parent { get; } = Path.LastIndexOf('/') is >= 0 and var slash ? Path[..slash] : "";

    /// <summary>How its parent refers to it.</summary>
    public uint Reference => Type == Ids.PropertyType ? Ids.HasProperty : Ids.HasComponent;
}
