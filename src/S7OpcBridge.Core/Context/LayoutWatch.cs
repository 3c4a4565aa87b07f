using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Context;

/// <summary>
/// Remembers what the data blocks of a PLC looked like when their tags were first read. A block that looks otherwise was downloaded anew: its tags keep their
/// last values, because the addresses of the map may be wrong for it. Any thread.
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

    /// <summary>Blocks that look otherwise; another object whenever it changes.</summary>
    public ImmutableDictionary<ushort, LayoutDrift> Drifted => Volatile.Read(ref _drifted);

    /// <summary>True once a block is remembered.</summary>
    public bool HasMemory
    {
        get
        {
            lock (_gate)
                return _trusted.Count > 0;
        }
    }

    /// <summary>True for a block that is remembered.</summary>
    public bool Knows(ushort block)
    {
        lock (_gate)
            return _trusted.ContainsKey(block);
    }

    /// <summary>True: the question for a block does no harm. One that was left unanswered is asked again when the block is seen to be there, and after some times no more.</summary>
    /// <param name="block">Its number.</param>
    /// <param name="isThere">True: its tags were read on this connection.</param>
    public bool MayAsk(ushort block, bool isThere)
    {
        lock (_gate)
            return !_unanswered.TryGetValue(block, out var times) || (isThere && times < MostUnanswered);
    }

    /// <summary>A block is being asked for. Returns what <see cref="Take"/> wants to know of that moment.</summary>
    public int Ask(ushort block)
    {
        lock (_gate)
        {
            _asked = block;
            return _generation;
        }
    }

    /// <summary>The question was not even sent.</summary>
    public void TakeBack()
    {
        lock (_gate)
            _asked = null;
    }

    /// <summary>
    /// Notes, on a new connection, a block that was being asked for when the last one ended, and may have ended it: Snap7's server answers the question for a
    /// block that was deleted with another question's reference, which is no answer.
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

    /// <summary>The question was answered, or refused.</summary>
    public void Answered(ushort block)
    {
        lock (_gate)
        {
            _asked = null;
            _unanswered.Remove(block);
        }
    }

    /// <summary>Trusts the blocks as they are from now on: the map was looked at by its author.</summary>
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

    /// <summary>Compares what a block looks like with what is remembered, or remembers it.</summary>
    /// <param name="db">The block.</param>
    /// <param name="now">What it looks like.</param>
    /// <param name="generation">What <see cref="Ask"/> returned: who asked before <see cref="Forget"/> comes too late.</param>
    public void Take(ushort db, in S7BlockLayout now, int generation)
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

/// <summary>A block that looks otherwise than when its tags were first read.</summary>
internal sealed record LayoutDrift(ushort Db, S7BlockLayout Trusted, S7BlockLayout Now)
{
    /// <summary>What happened and what to do, for a number of tags.</summary>
    public string Words(string plc, int tags) =>
        $"{plc}: DB{Db} was downloaded anew ({(Trusted.Length == Now.Length ? $"{Now.Length} bytes as before, with another content" : $"{Trusted.Length} bytes before, {Now.Length} now")}), and its {tags} tags may lie elsewhere: "
        + "they keep their last values and take no writes. Compare the map with the program, and save it, changed or not; the old block ends this, too.";
}
