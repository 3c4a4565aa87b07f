using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>The alarms of a tag; their <see cref="TagAlarm.Id"/>s are unique. Immutable, compared by content.</summary>
/// <param name="all">The alarms, at least one.</param>
public sealed class TagAlarms(ImmutableArray<TagAlarm> all) : IEquatable<TagAlarms>
{
    /// <summary>The alarms.</summary>
    public ImmutableArray<TagAlarm> All => all;

    /// <inheritdoc/>
    public bool Equals(TagAlarms? other) => other is not null && all.AsSpan().SequenceEqual(other.All.AsSpan());

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as TagAlarms);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(all.Length, all[0]);
}
