namespace S7OpcBridge.OpcUa.Server;

/// <summary>Who keeps the names behind a <see cref="NameIndex{TNames}"/>. A struct, so that the check is inlined.</summary>
public interface INodeNames
{
    /// <summary>True when this is the name of that node, in UTF-8.</summary>
    bool IsName(int node, ReadOnlySpan<byte> utf8);
}
