using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Context;

/// <summary>
/// Remembers the layouts of the data blocks of a PLC when their tags were first read. A block whose layout differs later was downloaded again: its tags keep
/// their last values, because the addresses of the map may no longer fit. Thread-safe.
/// </summary>
internal sealed class LayoutWatch
{
    private const int MostUnanswered = 3;

    private readonly Lock _gate = new();
    private readonly Dictionary<ushort, S7BlockLayout> _trusted = [];
    private readonly Dictionary<ushort, int> _unanswered = [];
    private ushort? _asked;
    private ImmutableDictionary<ushort, LayoutDrift> _drifted = ImmutableDictionary<ushort, LayoutDrift>.Empty;
    private int _generation;

    /// <summary>Blocks whose layout has changed. A new object whenever the set changes.</summary>
    public ImmutableDictionary<ushort, LayoutDrift> Drifted => Volatile.Read(ref _drifted);

    /// <summary>True once at least one layout is remembered.</summary>
    public bool HasMemory
    {
        get
        {
            lock (_gate)
                return _trusted.Count > 0;
        }
    }

    /// <summary>True for a block whose layout is remembered.</summary>
    public bool Knows(ushort block)
    {
        lock (_gate)
            return _trusted.ContainsKey(block);
    }

    /// <summary>
    /// Returns whether the CPU may be asked for a block. A query that was left unanswered is repeated only once the block is known to exist, and only a limited
    /// number of times.
    /// </summary>
    /// <param name="block">Number of the data block.</param>
    /// <param name="isThere">True: its tags were read on this connection.</param>
    public bool MayAsk(ushort block, bool isThere)
    {
        lock (_gate)
            return !_unanswered.TryGetValue(block, out var times) || (isThere && times < MostUnanswered);
    }

    /// <summary>Notes that a block is being queried. Returns the generation that <see cref="Compare"/> expects.</summary>
    public int Ask(ushort block)
    {
        lock (_gate)
        {
            _asked = block;
            return _generation;
        }
    }

    /// <summary>Called when the query could not be sent.</summary>
    public void TakeBack()
    {
        lock (_gate)
            _asked = null;
    }

    /// <summary>
    /// Called on a new connection: marks the block whose query was pending when the last connection ended, because that query may have ended it. Snap7's server
    /// answers the query for a deleted block with the reference of another job, which no job accepts.
    /// </summary>
    public void NoteUnanswered()
    {
        lock (_gate)
        {
            if (_asked is { } silent)
                _unanswered[silent] = _unanswered.GetValueOrDefault(silent) + 1;
            _asked = null;
        }
    }

    /// <summary>Called when the query was answered or refused.</summary>
    public void Answered(ushort block)
    {
        lock (_gate)
        {
            _asked = null;
            _unanswered.Remove(block);
        }
    }

    /// <summary>Forgets all layouts: the next ones read count as correct. Called when the map has been saved.</summary>
    public void Forget()
    {
        lock (_gate)
        {
            _generation++;
            _trusted.Clear();
            _unanswered.Clear();
            Volatile.Write(ref _drifted, ImmutableDictionary<ushort, LayoutDrift>.Empty);
        }
    }

    /// <summary>Compares the layout of a block with the remembered one, or remembers it.</summary>
    /// <param name="db">The block.</param>
    /// <param name="now">Its layout now.</param>
    /// <param name="generation">Return value of <see cref="Ask"/>. An answer to a query sent before <see cref="Forget"/> is ignored.</param>
    public void Compare(ushort db, in S7BlockLayout now, int generation)
    {
        lock (_gate)
        {
            if (generation != _generation || _trusted.TryAdd(db, now))
                return;
            var trusted = _trusted[db];
            if (trusted == now)
                Volatile.Write(ref _drifted, _drifted.Remove(db));
            else
                Volatile.Write(ref _drifted, _drifted.SetItem(db, new LayoutDrift(db, trusted, now)));
        }
    }
}

/// <summary>A block whose layout differs from that of its first read.</summary>
internal sealed record LayoutDrift(ushort Db, S7BlockLayout Trusted, S7BlockLayout Now)
{
    /// <summary>A sentence with the change and the remedy, for a number of tags.</summary>
    public string Words(string plc, int tags) =>
        $"{plc}: DB{Db} was downloaded again "
        + $"({(Trusted.Length == Now.Length ? $"{Now.Length} bytes as before, with other content" : $"{Trusted.Length} bytes before, {Now.Length} now")}), "
        + $"and its {tags} tags may lie elsewhere: "
        + "they keep their last values and refuse writes. Compare the map with the program and save the map, changed or not. Downloading the old block again "
        + "also ends this.";
}
