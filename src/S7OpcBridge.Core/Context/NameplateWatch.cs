namespace S7OpcBridge.Core.Context;

/// <summary>
/// Whether a CPU may be asked what it is. An answer that never comes ends the connection, so the question is given up after it has cost two in a row. Used by
/// one lane at a time.
/// </summary>
internal sealed class NameplateWatch
{
    private const int MostUnanswered = 2;

    private int _unanswered;

    /// <summary>False: the CPU left the question unanswered.</summary>
    public bool MayAsk => _unanswered < MostUnanswered;

    /// <summary>The question is about to be sent.</summary>
    public void Ask() => _unanswered++;

    /// <summary>It was answered, or refused.</summary>
    public void Answered() => _unanswered = 0;
}
