using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>
/// Remembers what the data blocks of a PLC looked like when their tags were first read. A block that looks otherwise was downloaded anew, and what the map says of its
/// bytes may be wrong: rather no new value than a shifted one. Asked by the watch lane, heeded by the read lane and by writes; any thread.
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

    /// <summary>Compares on a new connection before anything is read: a download mostly cuts the connection, and what comes after it may be another program.</summary>
    public async Task CompareAsync(S7Connection connection, ushort[] blocks, CancellationToken cancellationToken)
    {
        NoteUnanswered();
        var question = new S7BlockLayoutJob(connection.PduSize);
        try
        {
            foreach (var block in blocks)
            {
                if (Knows(block) && MayAsk(block, isThere: false))
                    await CheckAsync(connection, question, block, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (S7RefusedException)
        {
            // The watch lane will say so.
        }
    }

    /// <summary>True: the question for a block does no harm. One that was left unanswered is asked again when the block is seen to be there, and after some times no more.</summary>
    /// <param name="block">Its number.</param>
    /// <param name="isThere">True: its tags were read on this connection.</param>
    public bool MayAsk(ushort block, bool isThere)
    {
        lock (_gate)
            return !_unanswered.TryGetValue(block, out var times) || (isThere && times < MostUnanswered);
    }

    /// <summary>Asks for a block and compares. True: something is different from what was known before.</summary>
    /// <exception cref="S7RefusedException">The CPU does not tell.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> CheckAsync(S7Connection connection, S7BlockLayoutJob question, ushort block, CancellationToken cancellationToken)
    {
        var before = Drifted;
        var generation = Volatile.Read(ref _generation);
        question.Ask(block);
        lock (_gate)
            _asked = block;
        try
        {
            await connection.AskAsync(question, cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException)
        {
            Answered(block);
            throw;
        }
        catch (OperationCanceledException)
        {
            // It was not even sent.
            lock (_gate)
                _asked = null;
            throw;
        }
        Answered(block);
        // A block that is gone is told by every read of its tags.
        if (question.Layout is { } layout)
            Take(block, layout, generation);
        return !ReferenceEquals(before, Drifted);
    }

    // A block that was being asked for when the last connection ended may have ended it: Snap7's server answers the question for a block that was deleted with another
    // question's reference, which is no answer.
    private void NoteUnanswered()
    {
        lock (_gate)
        {
            if (_asked is { } silent)
                _unanswered[silent] = _unanswered.GetValueOrDefault(silent) + 1;
            _asked = null;
        }
    }

    private void Answered(ushort block)
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

    private void Take(ushort db, in S7BlockLayout now, int generation)
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
