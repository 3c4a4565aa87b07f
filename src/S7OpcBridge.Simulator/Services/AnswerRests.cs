namespace S7OpcBridge.Simulator.Services;

/// <summary>The rests of userdata answers that a client may still ask for, by the sequence of their answer.</summary>
internal sealed class AnswerRests
{
    private const int Most = 8;

    private readonly List<(byte Sequence, ReadOnlyMemory<byte> Bytes)> _rests = [];

    /// <summary>Keeps a rest; the oldest one is dropped where a client leaves too many.</summary>
    public void Keep(byte sequence, ReadOnlyMemory<byte> rest)
    {
        _rests.RemoveAll(kept => kept.Sequence == sequence);
        if (_rests.Count == Most)
            _rests.RemoveAt(0);
        _rests.Add((sequence, rest));
    }

    /// <summary>Takes the rest behind a part; empty: there is none.</summary>
    public ReadOnlyMemory<byte> Take(byte sequence)
    {
        var at = _rests.FindIndex(kept => kept.Sequence == sequence);
        if (at < 0)
            return default;
        var rest = _rests[at].Bytes;
        _rests.RemoveAt(at);
        return rest;
    }
}
