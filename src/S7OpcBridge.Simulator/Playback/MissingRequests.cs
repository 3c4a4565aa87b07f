namespace S7OpcBridge.Simulator.Playback;

/// <summary>Requests that nobody had recorded. Any thread.</summary>
/// <param name="plc">The PLC.</param>
/// <param name="told">Is given a sentence for each kind of them, once.</param>
internal sealed class MissingRequests(string plc, Action<string> told)
{
    // Different requests that are named; a client could ask for any number.
    private const int MostNamed = 100;

    private readonly Lock _gate = new();
    private readonly HashSet<string> _named = [];
    private int _count;

    public int Count => Volatile.Read(ref _count);

    /// <summary>Counts a request.</summary>
    /// <param name="what">What it asks for, in words.</param>
    public void Add(string what)
    {
        Interlocked.Increment(ref _count);
        lock (_gate)
        {
            if (_named.Count > MostNamed || !_named.Add(what))
                return;
            told(
                _named.Count > MostNamed
                    ? $"{plc}: more than {MostNamed} different requests were not recorded; the others are counted only."
                    : $"{plc}: not recorded, and refused: {what}."
            );
        }
    }
}
