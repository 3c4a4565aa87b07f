namespace S7OpcBridge.Simulator.Serving;

/// <summary>Keeps answers until there are so many of them, and lets them go in reverse order. Used by the CPU alone.</summary>
internal sealed class ReorderBuffer(DelayedSender outbox)
{
    private readonly List<Outgoing> _held = [];
    private int _until;

    /// <summary>True while answers are kept: every later one has to come here, too.</summary>
    public bool IsHolding => _held.Count > 0;

    /// <summary>Keeps an answer, or lets all go.</summary>
    /// <param name="outgoing">The answer.</param>
    /// <param name="until">How many are kept; the first one decides.</param>
    /// <param name="delay">When they leave once they may.</param>
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
