namespace S7OpcBridge.Core;

/// <summary>A state that a number stands for.</summary>
/// <param name="Value">The number.</param>
/// <param name="Text">What it means.</param>
public readonly record struct TagState(long Value, string Text);

/// <summary>The states that the numbers of a tag stand for; no number twice. Immutable.</summary>
public sealed class TagStates : IEquatable<TagStates>
{
    private readonly TagState[] _states;

    /// <summary>Takes the states in any order.</summary>
    public TagStates(IEnumerable<TagState> states) => _states = [.. states.OrderBy(state => state.Value)];

    /// <summary>The states, the lowest number first.</summary>
    public ReadOnlySpan<TagState> All => _states;

    /// <summary>True for the same numbers with the same texts.</summary>
    public bool Equals(TagStates? other) => other is not null && All.SequenceEqual(other.All);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as TagStates);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(_states.Length, _states.FirstOrDefault(), _states.LastOrDefault());

    /// <summary>What a number means; null: it is no state.</summary>
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
