using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>The argument of FindAlias: a name, or a pattern with the wildcards of the operator Like (OPC 10000-17, 6.3.2; OPC 10000-4, 7.7.3).</summary>
public sealed class AliasPattern
{
    /// <summary>The most characters.</summary>
    public const int MaxLength = LikePattern.MaxLength;

    private readonly LikePattern _pattern;

    /// <summary>Compiles a pattern.</summary>
    /// <param name="text">As the client wrote it.</param>
    /// <exception cref="ArgumentException">It is longer than <see cref="MaxLength"/>.</exception>
    public AliasPattern(string text)
    {
        Text = text;
        _pattern =
            LikePattern.Parse(text)
            ?? throw new ArgumentException($"The pattern has {text.Length} characters; {MaxLength} are allowed.", nameof(text));
    }

    /// <summary>As the client wrote it.</summary>
    public string Text { get; }

    /// <summary>True if the whole name matches, with case. The time is proportional to the length of the name.</summary>
    public bool Matches(ReadOnlySpan<char> name) => _pattern.Matches(name);
}

/// <summary>Finds nodes by their aliases.</summary>
/// <param name="pattern">What is looked for.</param>
/// <returns>Pairs of a matching alias and a node, in any order. Enumerated once, and not to the end if there are too many.</returns>
public delegate IEnumerable<(QualifiedName Alias, NodeId Node)> AliasSearch(AliasPattern pattern);
