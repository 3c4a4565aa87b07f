using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>What a role may do with tags, their folders and methods.</summary>
[Flags]
public enum TagRights : byte
{
    /// <summary>Nothing; the role does not even see them.</summary>
    None = 0,

    /// <summary>See it.</summary>
    Browse = 1,

    /// <summary>Read its value.</summary>
    Read = 2,

    /// <summary>Write its value.</summary>
    Write = 4,

    /// <summary>Call its methods.</summary>
    Call = 8,
}

/// <summary>Other rights than usual for a part of a PLC. What a folder says holds for all below it that says nothing itself.</summary>
/// <param name="Path">Which folders or tags are meant.</param>
/// <param name="Roles">Names of roles and what each may do; roles that are not named keep what they have.</param>
public sealed record TagRightsRule(TagPathPattern Path, IReadOnlyList<(string Role, TagRights Rights)> Roles);

/// <summary>The rules of a PLC, in the order of the map: later ones win. Two are equal that say the same, so that a reload can tell.</summary>
/// <param name="Rules">The rules.</param>
public sealed record TagRightsRules(ImmutableArray<TagRightsRule> Rules)
{
    /// <summary>None.</summary>
    public static readonly TagRightsRules Empty = new([]);

    /// <summary>True when everything is as usual.</summary>
    public bool IsEmpty => Rules.IsEmpty;

    /// <inheritdoc/>
    public bool Equals(TagRightsRules? other) => other is not null && Text == other.Text;

    /// <inheritdoc/>
    public override int GetHashCode() => Text.GetHashCode(StringComparison.Ordinal);

    /// <inheritdoc/>
    public override string ToString() => Text;

    private string Text => field ??= string.Join('\n', Rules.Select(rule => $"{rule.Path}: {string.Join("; ", rule.Roles.Select(role => $"{role.Role} {role.Rights}"))}"));
}
