using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>What a client looks for by FindAlias: a name, or a pattern with the wildcards of the operator Like (OPC 10000-17, 6.3.2; OPC 10000-4, 7.7.3).</summary>
/// <param name="Text">As the client wrote it.</param>
public sealed record AliasPattern(string Text)
{
    /// <summary>True if the whole name fits; case matters.</summary>
    public bool Matches(ReadOnlySpan<char> name) => LikePattern.Matches(name, Text);
}

/// <summary>Finds nodes by the names that people have for them.</summary>
/// <param name="pattern">What is looked for.</param>
/// <returns>Each alias that fits with a node that it stands for; equal aliases need not follow each other. Walked once, in part where there are many.</returns>
public delegate IEnumerable<(QualifiedName Alias, NodeId Node)> AliasSearch(AliasPattern pattern);
