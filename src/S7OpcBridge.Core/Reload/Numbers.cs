using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>Things by their number while a new map takes them over: who is not kept is gone, and the number of one who was gone before may be given to another.</summary>
/// <param name="before">What stood at each number.</param>
/// <param name="free">The first number that nobody has, here or elsewhere.</param>
/// <param name="isGone">True for one who was gone before.</param>
/// <param name="leave">What stands for one who is gone now.</param>
/// <param name="taken">What stands at a number that somebody else has.</param>
internal sealed class Numbers<T>(ImmutableArray<T> before, int free, Func<T, bool> isGone, Func<T, T> leave, Func<int, T> taken) where T : class
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

    /// <summary>A number for somebody new: one whose owner was gone before, so that nobody asks for it any more, or one that nobody ever had. Ask when all who stay are kept.</summary>
    public int Next()
    {
        for (; _candidate < before.Length; _candidate++)
        {
            if (_kept[_candidate] is null && isGone(before[_candidate]))
                return _candidate++;
        }
        return Append();
    }

    /// <summary>A number that nobody ever had.</summary>
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
