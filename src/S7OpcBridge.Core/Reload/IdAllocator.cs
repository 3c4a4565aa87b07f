using System.Collections.Immutable;

namespace S7OpcBridge.Core.Reload;

/// <summary>Gives the entries of a new map their numbers. An entry that is not kept is marked as gone; the number of an entry that was gone before may be given to another.</summary>
/// <param name="before">What stood at each number.</param>
/// <param name="free">The first number that is free here and elsewhere.</param>
/// <param name="isGone">True for an entry that was gone before.</param>
/// <param name="leave">Makes what stands for an entry that is gone now.</param>
/// <param name="taken">Makes what stands at a number that something else has.</param>
internal sealed class IdAllocator<T>(ImmutableArray<T> before, int free, Func<T, bool> isGone, Func<T, T> leave, Func<int, T> taken) where T : class
{
    private readonly List<T?> _kept = [.. Enumerable.Repeat<T?>(null, before.Length)];
    private int _candidate;

    /// <summary>Keeps a number for its owner; one that has not changed is the same object as before.</summary>
    public T Keep(int number, T owner)
    {
        if (number < before.Length && before[number].Equals(owner))
            owner = before[number];
        _kept[number] = owner;
        return owner;
    }

    /// <summary>A number for a new entry: one whose entry was gone before, or one that was never used. Call it when all entries that stay are kept.</summary>
    public int Next()
    {
        for (; _candidate < before.Length; _candidate++)
        {
            if (_kept[_candidate] is null && isGone(before[_candidate]))
                return _candidate++;
        }
        return Append();
    }

    /// <summary>A number that was never used.</summary>
    public int Append()
    {
        while (_kept.Count < free)
            _kept.Add(null);
        _kept.Add(null);
        return _kept.Count - 1;
    }

    /// <summary>All of them.</summary>
    public ImmutableArray<T> All()
    {
        var all = ImmutableArray.CreateBuilder<T>(_kept.Count);
        for (var number = 0; number < _kept.Count; number++)
            all.Add(_kept[number] ?? (number < before.Length ? isGone(before[number]) ? before[number] : leave(before[number]) : taken(number)));
        return all.MoveToImmutable();
    }
}
