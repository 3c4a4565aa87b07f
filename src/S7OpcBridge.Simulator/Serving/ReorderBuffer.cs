namespace S7OpcBridge.Simulator.Serving;

/// <summary>Holds a number of answers and releases them in reverse order. Used by the CPU queue only.</summary>
internal sealed class ReorderBuffer(DelayedSender outbox)
{
    private readonly List<Outgoing> _held = [];
    private int _until;

    /// <summary>True while answers are held; every later answer must be added, too.</summary>
    public bool IsHolding => _held.Count > 0;

    /// <summary>Holds an answer, or releases all.</summary>
    /// <param name="outgoing">The answer.</param>
    /// <param name="until">Number of answers to hold; that of the first one counts.</param>
    /// <param name="delay">Delay after the release.</param>
    public void Add(Outgoing outgoing, int until, TimeSpan delay)
    {
        if (_held.Count == 0)
            _until = until;
        _held.Add(outgoing);
        if (_held.Count < _until)
            return;
        for (var i = _held.Count - 1; i >= 0; i--)
            outbox.Post(_held[i], delay);
        _held.Clear();
    }
}
