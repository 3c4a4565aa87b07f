using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>What a role may do with tags, their folders and methods.</summary>
[Flags]
public enum TagRights : byte
{
    /// <summary>The tag is not visible to the role.</summary>
    None = 0,

    /// <summary>May see it.</summary>
    Browse = 1,

    /// <summary>May read its value.</summary>
    Read = 2,

    /// <summary>May write its value.</summary>
    Write = 4,

    /// <summary>May call its methods.</summary>
    Call = 8,
}

/// <summary>
/// Permissions that differ from the defaults for a part of a PLC. A rule for a folder applies to everything below it that has no rule of its own.
/// </summary>
/// <param name="Path">The folders or tags that it applies to.</param>
/// <param name="Roles">The permissions of each named role; other roles keep theirs.</param>
public sealed record TagRightsRule(TagPathPattern Path, IReadOnlyList<(string Role, TagRights Rights)> Roles);

/// <summary>
/// The rules of a PLC in the order of the map; later ones take precedence. Rules with equal content are equal, so that a reload can compare them.
/// </summary>
public sealed record TagRightsRules(ImmutableArray<TagRightsRule> Rules)
{
    /// <summary>None.</summary>
    public static readonly TagRightsRules Empty = new([]);

    /// <summary>True: there are no rules, so the defaults apply.</summary>
    public bool IsEmpty => Rules.IsEmpty;

    /// <inheritdoc/>
    public bool Equals(TagRightsRules? other) => other is not null && Text == other.Text;

    /// <inheritdoc/>
    public override int GetHashCode() => Text.GetHashCode(StringComparison.Ordinal);

    /// <inheritdoc/>
    public override string ToString() => Text;

    private string Text =>
        field ??= string.Join(
            '\n',
            Rules.Select(rule => $"{rule.Path}: {string.Join("; ", rule.Roles.Select(role => $"{role.Role} {role.Rights}"))}")
        );
}
