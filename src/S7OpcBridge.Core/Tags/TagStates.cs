namespace S7OpcBridge.Core;

/// <summary>A number and the state that it stands for.</summary>
/// <param name="Value">The number.</param>
/// <param name="Text">The text of the state.</param>
public readonly record struct TagState(long Value, string Text);

/// <summary>The states of a tag; each number occurs once. Immutable.</summary>
public sealed class TagStates : IEquatable<TagStates>
{
    private readonly TagState[] _states;

    /// <summary>Makes the table of states, given in any order.</summary>
    public TagStates(IEnumerable<TagState> states) => _states = [.. states.OrderBy(state => state.Value)];

    /// <summary>The states in ascending order of their numbers.</summary>
    public ReadOnlySpan<TagState> All => _states;

    /// <summary>True where numbers and texts are equal.</summary>
    public bool Equals(TagStates? other) => other is not null && All.SequenceEqual(other.All);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as TagStates);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(_states.Length, _states.FirstOrDefault(), _states.LastOrDefault());

    /// <summary>The text of a number; null: it is not a state.</summary>
    public string? TextOf(long value)
    {
        foreach (ref readonly var state in All)
        {
            if (state.Value == value)
                return state.Text;
        }
        return null;
    }
}
