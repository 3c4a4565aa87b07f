using System.Collections.Immutable;

namespace S7OpcBridge.Core.Reload;

/// <summary>Assigns the numbers of a new map's entries. A removed entry is marked as gone; a later reload may reuse its number.</summary>
/// <param name="before">The entry at each number before.</param>
/// <param name="free">The first number that neither map nor anything else uses.</param>
/// <param name="isGone">True for an entry that was already gone.</param>
/// <param name="leave">Makes the placeholder of an entry that is gone now.</param>
/// <param name="taken">Makes the placeholder at a number that something else uses.</param>
internal sealed class IdAllocator<T>(ImmutableArray<T> before, int free, Func<T, bool> isGone, Func<T, T> leave, Func<int, T> taken)
    where T : class
{
    private readonly List<T?> _kept = [.. Enumerable.Repeat<T?>(null, before.Length)];
    private int _candidate;

    /// <summary>Keeps the number of an entry. An unchanged entry stays the same object.</summary>
    public T Keep(int number, T owner)
    {
        if (number < before.Length && before[number].Equals(owner))
            owner = before[number];
        _kept[number] = owner;
        return owner;
    }

    /// <summary>A number for a new entry: that of an entry gone before, or an unused one. Called after <see cref="Keep"/> for all entries that stay.</summary>
    public int Next()
    {
        for (; _candidate < before.Length; _candidate++)
        {
            if (_kept[_candidate] is null && isGone(before[_candidate]))
                return _candidate++;
        }
        return Append();
    }

    /// <summary>An unused number.</summary>
    public int Append()
    {
        while (_kept.Count < free)
            _kept.Add(null);
        _kept.Add(null);
        return _kept.Count - 1;
    }

    /// <summary>All entries by number.</summary>
    public ImmutableArray<T> All()
    {
        var all = ImmutableArray.CreateBuilder<T>(_kept.Count);
        for (var number = 0; number < _kept.Count; number++)
            all.Add(
                _kept[number]
                    ?? (
                        number < before.Length
                            ? isGone(before[number])
                                ? before[number]
                                : leave(before[number])
                            : taken(number)
                    )
            );
        return all.MoveToImmutable();
    }
}
