using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>The argument of FindAlias: a name, or a pattern with the wildcards of the operator Like (OPC 10000-17, 6.3.2; OPC 10000-4, 7.7.3).</summary>
/// <param name="Text">As the client wrote it.</param>
public sealed record AliasPattern(string Text)
{
    /// <summary>True if the whole name matches, with case.</summary>
    public bool Matches(ReadOnlySpan<char> name) => LikePattern.Matches(name, Text);
}

/// <summary>Finds nodes by their aliases.</summary>
/// <param name="pattern">What is looked for.</param>
/// <returns>Pairs of a matching alias and a node, in any order. Enumerated once, and not to the end if there are too many.</returns>
public delegate IEnumerable<(QualifiedName Alias, NodeId Node)> AliasSearch(AliasPattern pattern);
