using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// Remembers what the data blocks of a PLC looked like when their tags were first read. A block that looks otherwise was downloaded anew, and what the map says of its
/// bytes may be wrong: rather no new value than a shifted one. Asked by the watch lane, heeded by the read lane and by writes; any thread.
/// </summary>
internal sealed class LayoutWatch
{
    private readonly Lock _gate = new();
    private readonly Dictionary<ushort, S7BlockInfo> _trusted = [];
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

    /// <summary>Asks for a block and compares. True: something is different from what was known before.</summary>
    /// <exception cref="S7RefusedException">The CPU does not tell.</exception>
    public async Task<bool> CheckAsync(S7Connection connection, ushort block, CancellationToken cancellationToken)
    {
        var before = Drifted;
        var generation = Volatile.Read(ref _generation);
        // A block that is gone is told by every read of its tags.
        if (await connection.Userdata.ReadBlockInfoAsync(S7BlockType.DB, block, cancellationToken).ConfigureAwait(false) is { } info)
            Take(block, info, generation);
        return !ReferenceEquals(before, Drifted);
    }

    /// <summary>Trusts the blocks as they are from now on: the map was looked at by its author.</summary>
    public void Forget()
    {
        lock (_gate)
        {
            _generation++;
            _trusted.Clear();
            Volatile.Write(ref _drifted, ImmutableDictionary<ushort, LayoutDrift>.Empty);
        }
    }

    private void Take(ushort db, S7BlockInfo now, int generation)
    {
        lock (_gate)
        {
            if (generation != _generation || _trusted.TryAdd(db, now))
                return;
            var trusted = _trusted[db];
            if (trusted.HasLayoutOf(now))
                Volatile.Write(ref _drifted, _drifted.Remove(db));
            else
                Volatile.Write(ref _drifted, _drifted.SetItem(db, new LayoutDrift(trusted, now)));
        }
    }
}

/// <summary>A block that looks otherwise than when its tags were first read.</summary>
internal sealed record LayoutDrift(S7BlockInfo Trusted, S7BlockInfo Now)
{
    /// <summary>What happened and what to do, for a number of tags.</summary>
    public string Words(string plc, int tags) =>
        $"{plc}: DB{Now.Number} was downloaded anew ({(Trusted.Length == Now.Length ? $"{Now.Length} bytes as before, with another content" : $"{Trusted.Length} bytes before, {Now.Length} now")}), and its {tags} tags may lie elsewhere: "
        + "they keep their last values and take no writes. Compare the map with the program, and save it, changed or not; the old block ends this, too.";
}
